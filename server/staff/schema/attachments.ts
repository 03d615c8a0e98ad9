// The addresses of attachments. The database gives the key of the file to those who may see the row; the storage signs it here,
// for a while.
import { lambda, type Step } from 'postgraphile/grafast';
import { wrapPlans } from 'postgraphile/utils';
import { signedAttachment } from '../../media/images/signed-attachments.ts';
import { type MediaStorage, StorageUnavailable } from '../../media/storage/index.ts';

export const attachmentsPlugin = (files: { storage: MediaStorage }): GraphileConfig.Plugin =>
  wrapPlans({
    Attachment: {
      url: (plan, $source) =>
        lambda(
          [plan(), ($source as unknown as { get(name: string): Step }).get('file_name')] as const,
          async ([key, name]) => {
            if (typeof key !== 'string') return null;
            try {
              return (await signedAttachment(files.storage, key, String(name))).url;
            } catch (error) {
              if (error instanceof StorageUnavailable) return null;
              throw error;
            }
          },
        ),
    },
  });

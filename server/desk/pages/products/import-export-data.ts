// What the pages for moving in and out send and read: files go in and out as they are, beside the GraphQL.
import { Refusal, send } from '../../client.ts';
import { saveFile } from '../../save-file.ts';
import { useNewest } from '../../use.ts';
import { useCallback, useEffect, useState } from '../../view.ts';
import { learn } from '../../words.ts';

export type Kind = 'products' | 'customers' | 'orders';
export type Remark = { line: number; column: string; text: string };

/** Which column is taken for which field, where the headings are unknown. */
export type Columns = {
  headings: string[];
  /** Of each heading the first cells. */
  samples: Record<string, string[]>;
  fields: { field: string; isRequired: boolean; heading: string | null }[];
};

/** Where it must be said first which column is which. */
export type Unread = { columns: Columns; counts?: undefined };

export type Preview = {
  source: 'shopify' | 'woocommerce' | 'haat' | 'other';
  columns: Columns | null;
  counts: {
    create: number;
    update: number;
    unchanged: number;
    skip: number;
    /** Not for us, such as orders that are closed there. */
    leave: number;
    refuse: number;
    notes: number;
    /** Variants whose SKU stands above already: those that do not come in, and those that get one of their own. */
    waiting: number;
    made_skus: number;
  };
  /** Columns that change something, and in how many lines; "variants": further ones. */
  changes: Record<string, number>;
  lines: Record<'create' | 'update', { line: number; name: string; changes?: string[] }[]>;
  problems: Remark[];
  notes: Remark[];
  /** What is said of many lines, once for each column; and the columns that have no place here. */
  told: { column: string; count: number; text: string }[];
};

export const skuChoices = ['wait', 'options', 'suffix'] as const;
export type SkuChoice = (typeof skuChoices)[number];

export type WithoutPhone = 'leave' | 'email';

export type Import = {
  job: {
    id: string;
    status: 'queued' | 'running' | 'finished' | 'cancelled' | 'failed';
    line_count: number;
    succeeded_count: number;
    failed_count: number;
    seconds_left: number | null;
    created_at: string;
  };
  kind: Kind;
  file_name: string;
  /** Variants whose SKU stood above already in the file. */
  waiting_skus: number;
  made_skus: number;
  refused: { line: number; message: string; fields: Record<string, string[]> | null }[] | null;
  /** Of an import that is asked for alone: the pictures of its products that could not be had. */
  pictures: { line: number; message: string; source_url: string }[] | null;
  /** Likewise: its variants whose SKU stood above already. */
  skus: { line: number; text: string }[] | null;
};

export type Imports = { images: { waiting: number; refused: number }; imports: Import[] };

async function answerOf<Answer>(response: Response): Promise<Answer> {
  const answer = await response.json().catch(() => ({}));
  learn(response.ok ? answer : answer.error);
  if (response.ok) return answer as Answer;
  const { code = 'UNAVAILABLE', message = `The server answered ${response.status}.`, fields } = answer.error ?? {};
  // Of a file it is said where it is wrong.
  throw new Refusal(fields?.file?.[0] ?? message, code, { fields });
}

export type Given = {
  kind: Kind;
  store_id: string;
  location_id?: string;
  file_name: string;
  duplicate_skus?: SkuChoice;
  without_phone?: WithoutPhone;
  /** JSON. */
  columns?: string;
};

export const sendFile = async <Answer>(file: File, given: Given, isRun: boolean): Promise<Answer> =>
  answerOf(
    await send(`/admin/imports?${new URLSearchParams({ ...given, run: String(isRun) })}`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv' },
      body: file,
    }),
  );

export const cancelImport = async (jobId: string): Promise<object> =>
  answerOf(await send(`/admin/imports/${jobId}/cancel`, { method: 'POST' }));

export const readImports = async (storeId: string, jobId?: string): Promise<Imports> =>
  answerOf(
    await send(`/admin/imports?${new URLSearchParams({ store_id: storeId, ...(jobId && { job_id: jobId }) })}`, {}),
  );

/** The imports of a store, read again soon while one runs. */
export function useImports(storeId: string) {
  const [found, setFound] = useState<Imports>();
  const [problem, setProblem] = useState<Refusal>();
  const begin = useNewest(storeId);
  const reload = useCallback(async () => {
    const isNewest = begin();
    try {
      const now = await readImports(storeId);
      if (!isNewest()) return;
      setFound(now);
      setProblem(undefined);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (isNewest()) setProblem(error);
    }
  }, [storeId]);
  const isRunning = found?.imports.some(({ job }) => job.status === 'queued' || job.status === 'running');
  useEffect(() => {
    void reload();
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), isRunning ? 1500 : 30_000);
    return () => clearInterval(timer);
  }, [reload, isRunning]);
  return { found, problem, reload };
}

/** Saves a file of the store under its name. */
export async function saveExport(kind: Kind, as: string, storeId: string): Promise<void> {
  const response = await send(`/admin/exports?${new URLSearchParams({ kind, as, store_id: storeId })}`, {});
  if (!response.ok) await answerOf(response);
  saveFile(`${kind}-${as}.csv`, await response.blob());
}

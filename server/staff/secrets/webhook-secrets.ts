// Makes the signing secrets of webhook endpoints here and hands them to the procedures encrypted, so that neither the key nor
// a secret comes into the database. The answer of the procedure has the encrypted text; it is decrypted for the one who asked.
//
// Without keys nothing of this happens: the procedures make secrets that are kept in clear.
import { context, type FieldArgs, lambda, type Step } from 'postgraphile/grafast';
import { wrapPlans } from 'postgraphile/utils';
import { webhookOwner } from '../../secrets/owners.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { newWebhookSecret, uuidv7 } from '../../secrets/webhooks.ts';
import { withArguments } from '../inputs/own-arguments.ts';

/** Arguments of the procedures that are ours alone, by the GraphQL type of the input. */
const ownArguments: Readonly<Record<string, string[]>> = {
  CreateWebhookEndpointInput: ['endpointId', 'encryptedSecret'],
  RotateWebhookSecretInput: ['encryptedSecret'],
};

export function webhookSecretsPlugins(secrets: SecretBox): GraphileConfig.Plugin[] {
  const newSecret = (endpointId: string) => newWebhookSecret(secrets, endpointId);
  const hasKeys = secrets.writingKeyId !== undefined;
  const made: Readonly<Record<string, (args: FieldArgs) => Record<string, Step>>> = {
    createWebhookEndpoint() {
      // The settings are new in each request, so that no two requests share what is made here.
      const $id = lambda(context().get('pgSettings'), () => uuidv7());
      $id.hasSideEffects = true;
      return { endpointId: $id, encryptedSecret: lambda($id, newSecret) };
    },
    rotateWebhookSecret(args) {
      const $secret = lambda(args.getRaw(['input', 'endpointId']) as Step<string>, newSecret);
      $secret.hasSideEffects = true;
      return { encryptedSecret: $secret };
    },
  };
  return [
    hideOwnArguments,
    ...(hasKeys
      ? [
          wrapPlans(
            ({ Self, scope }) => (Self.name === 'Mutation' ? (made[scope.fieldName] ?? null) : null),
            (make) => (plan, $root, args, info) => plan($root, withArguments(args, make(args)), info),
          ),
        ]
      : []),
    wrapPlans({
      WebhookSecret: {
        secret: (plan, $source) => {
          const $endpoint = ($source as unknown as Composite).get('webhook_endpoint') as unknown as Composite;
          return lambda([plan(), $endpoint.get('id')] as const, ([stored, id]) =>
            typeof stored === 'string' ? secrets.decrypt(stored, webhookOwner(String(id))) : null,
          );
        },
      },
    }),
  ];
}

type Composite = { get(name: string): Step };

const hideOwnArguments: GraphileConfig.Plugin = {
  name: 'HaatOwnArgumentsPlugin',
  version: '1.0.0',
  schema: {
    hooks: {
      GraphQLInputObjectType_fields(fields, _build, { Self }) {
        for (const name of ownArguments[Self.name] ?? []) delete fields[name];
        return fields;
      },
    },
  },
};

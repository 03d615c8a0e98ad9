// The part of the library about webhooks, the jobs and exports of keys, and keys that must stop.
import { changes, type Operation } from './changes.ts';

const id = '00000000-0000-0000-0000-000000000000';
const change = changes('Integrations', 'developer.manage');
const endpoint = 'id url eventTypes status description';
const delivery = 'id status event { type } endpoint { url }';

export const webhooks: Operation[] = [
  {
    id: 'webhook-endpoints',
    group: 'Integrations',
    title: 'Webhook endpoints',
    about: 'Where events are sent.',
    query: `query WebhookEndpoints {
  webhookEndpoints { nodes { ${endpoint} store { name } } }
}`,
  },
  change(
    'create-webhook-endpoint',
    'Add a webhook endpoint',
    'The secret is shown only in this answer: copy it.',
    'webhookSecret',
    `secret webhookEndpoint { ${endpoint} }`,
    { storeId: id, url: 'https://example.com/hook', eventTypes: ['order.created', 'order.updated'], description: '' },
  ),
  change(
    'update-webhook-endpoint',
    'Change a webhook endpoint',
    'What is not given stays.',
    'webhookEndpoint',
    endpoint,
    {
      endpointId: id,
      url: 'https://example.com/hook',
      eventTypes: ['*'],
      status: 'active',
    },
  ),
  change(
    'rotate-webhook-secret',
    'Give an endpoint a new secret',
    'It is shown only in this answer: copy it.',
    'webhookSecret',
    'secret webhookEndpoint { id url }',
    { endpointId: id },
  ),
  change('send-webhook-ping', 'Try an endpoint', 'Sends an event that says nothing.', 'webhookDelivery', delivery, {
    endpointId: id,
  }),
  change('redeliver-webhook', 'Send a delivery again', 'With the same event id.', 'webhookDelivery', delivery, {
    deliveryId: id,
  }),
  change('recover-webhooks', 'Send all failed ones again', 'Those of an endpoint since a time.', 'result', null, {
    endpointId: id,
    since: '2027-01-01T00:00:00+06:00',
  }),
  {
    id: 'jobs',
    group: 'Integrations',
    title: 'Jobs',
    about: 'Many calls at once: who sent them, how far they are, and which lines were refused. Kept 30 days.',
    query: `query Jobs {
  jobs(first: 25, orderBy: [CREATED_AT_DESC]) {
    nodes {
      id
      operation
      status
      actorName
      store { name }
      lineCount
      succeededCount
      failedCount
      progress
      secondsLeft
      failureMessage
      createdAt
      endedAt
      refusedLines(first: 5) { nodes { line message fields } }
    }
  }
}`,
  },
  change('cancel-job', 'Cancel a job', 'What its lines did stays; the others do not run.', 'job', 'id status', {
    jobId: id,
  }),
  {
    id: 'exports',
    group: 'Integrations',
    title: 'Exports',
    about: 'Whole lists as files: which key asked, and how far they are. Kept seven days.',
    query: `query Exports {
  exports(first: 25, orderBy: [CREATED_AT_DESC]) {
    nodes {
      id
      operation
      filters
      format
      status
      key { name }
      store { name }
      recordCount
      sizeBytes
      failureCode
      failureMessage
      createdAt
      endedAt
    }
  }
}`,
  },
  change('cancel-export', 'Cancel an export', 'There will be no file.', 'export', 'id status failureCode', {
    exportId: id,
  }),
  change('revoke-api-key', 'Stop a key', 'At once, and for ever.', 'apiKey', 'id name revokedAt', { id }),
];

// Made of jobs.graphql: npm run codegen -- desk
import type { Document } from '../../client.ts';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The words of exports: operation. */
export type ExportOperation =
  | 'list_products'
  | 'list_orders'
  | 'list_customers'
  | 'list_inventory_levels'
  | 'list_inventory_movements';

/** The words of exports: format. */
export type ExportFormat =
  | 'ndjson'
  | 'csv';

/** The words of exports: status. */
export type ExportStatus =
  | 'pending'
  | 'running'
  | 'finished'
  | 'failed';

/** The words of jobs: status. */
export type JobStatus =
  | 'receiving'
  | 'queued'
  | 'running'
  | 'finished'
  | 'cancelled'
  | 'failed';

export type JobsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type JobsQuery = { list: { nodes: Array<{ id: string, operation: string, status: JobStatus, actorName: string, storeId: string, lineCount: number, succeededCount: number, failedCount: number, progress: number | null, secondsLeft: number | null, failureMessage: string | null, createdAt: string, endedAt: string | null, store: { id: string, name: string } | null, refusedLines: { nodes: Array<{ line: number | null, message: string | null }> } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ExportsQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type ExportsQuery = { list: { nodes: Array<{ id: string, operation: ExportOperation, format: ExportFormat, status: ExportStatus, storeId: string, recordCount: string, sizeBytes: string | null, failureMessage: string | null, createdAt: string, endedAt: string | null, key: { id: string, name: string } | null, store: { id: string, name: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type CancelJobMutationVariables = Exact<{
  id: string;
}>;


export type CancelJobMutation = { cancelJob: { job: { id: string } | null } | null };

export type CancelExportMutationVariables = Exact<{
  id: string;
}>;


export type CancelExportMutation = { cancelExport: { export: { id: string } | null } | null };

export const jobs = `query Jobs($after: Cursor) {
  list: jobs(first: 25, after: $after, orderBy: [CREATED_AT_DESC]) {
    nodes {
      id
      operation
      status
      actorName
      storeId
      store {
        id
        name
      }
      lineCount
      succeededCount
      failedCount
      progress
      secondsLeft
      failureMessage
      createdAt
      endedAt
      refusedLines(first: 5) {
        nodes {
          line
          message
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<JobsQuery, JobsQueryVariables>;

export const exports = `query Exports($after: Cursor) {
  list: exports(first: 25, after: $after, orderBy: [CREATED_AT_DESC]) {
    nodes {
      id
      operation
      format
      status
      key {
        id
        name
      }
      storeId
      store {
        id
        name
      }
      recordCount
      sizeBytes
      failureMessage
      createdAt
      endedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}` as Document<ExportsQuery, ExportsQueryVariables>;

export const cancelJob = `mutation CancelJob($id: UUID!) {
  cancelJob(input: { jobId: $id }) {
    job {
      id
    }
  }
}` as Document<CancelJobMutation, CancelJobMutationVariables>;

export const cancelExport = `mutation CancelExport($id: UUID!) {
  cancelExport(input: { exportId: $id }) {
    export {
      id
    }
  }
}` as Document<CancelExportMutation, CancelExportMutationVariables>;

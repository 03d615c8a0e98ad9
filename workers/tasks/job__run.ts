// Runs the next job of a company for some time; see workers/jobs/runner.ts, which adds the task of the company's next turn.
import type { Task } from 'graphile-worker';
import type { Services } from '../services.ts';

export default ({ jobs }: Services): Task =>
  async (payload) => {
    const { company_id } = payload as { company_id: string };
    await jobs.serve(company_id);
  };

// A move of a company in a process of its own. At the step that it is told, it says so and waits until it may go on.
import { once } from 'node:events';
import { type Cell, moveCompany, type Step } from '../../../db/cli/move-company.ts';

interface Told {
  cells: Cell[];
  company: string;
  to: string;
  stopAt: Step | null;
}

const { stopAt, ...move } = JSON.parse(process.argv[2]!) as Told;
try {
  const done = await moveCompany({
    ...move,
    reached: async (step) => {
      if (step !== stopAt) return;
      process.send!({ step });
      await once(process, 'message');
    },
  });
  process.send!({ done }, () => process.exit(0));
} catch (error) {
  process.send!({ error: String(error) }, () => process.exit(1));
}

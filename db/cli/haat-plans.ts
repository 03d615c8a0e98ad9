// The plans that companies are given: what they may use, and how much.
import { z } from 'zod';
import { type Command, command, name, planCode, wholeNumber } from './command.ts';
import { Refusal } from './operator.ts';

const yesOrNo = z
  .enum(['yes', 'no'], { error: 'must be yes or no' })
  .transform((word) => word === 'yes')
  .describe('yes or no');
const limitOrNone = z.union([z.literal('none').transform(() => null), wholeNumber], {
  error: 'must be a whole number, or none',
});
const bytes = z.string().regex(/^\d{1,15}$/, 'must be a whole number');

const columns = `code, name, api_access, advanced_reports, product_videos, reads_per_minute, writes_per_minute, orders_per_month,
  max_products, video_storage_bytes, videos_per_product, job_lines_per_day`;
const columnOf = (option: string) => option.replaceAll('-', '_');

export const planCommands: Record<string, Command> = {
  'plan create': command({
    cells: 'each',
    does: 'makes a plan: features and limits that companies are given',
    options: z.strictObject({
      code: planCode,
      name,
      'api-access': yesOrNo.default(true).describe('yes or no: whether API keys work at all'),
      'advanced-reports': z.boolean().default(false).describe('a flag'),
      'product-videos': z.boolean().default(false).describe('a flag'),
      'reads-per-minute': wholeNumber.default(120),
      'writes-per-minute': wholeNumber.default(30),
      'orders-per-month': wholeNumber.optional().describe('without it: as many as come'),
      'max-products': wholeNumber.optional().describe('without it: as many as come'),
      'video-storage-bytes': bytes.default('0'),
      'videos-per-product': wholeNumber.default(0),
      'job-lines-per-day': wholeNumber.default(200_000),
    }),
    run(operator, o) {
      const given = Object.entries(o).filter(([, value]) => value !== undefined);
      const places = given.map((_, n) => `$${n + 1}`).join(', ');
      const into = given.map(([option]) => columnOf(option)).join(', ');
      return operator.asOwner(
        `insert into app.plans (${into}) values (${places}) returning ${columns}`,
        given.map(([, value]) => value),
      );
    },
  }),
  'plan update': command({
    cells: 'each',
    does: 'changes a plan, at once for every company that has it; what is not given stays',
    options: z.strictObject({
      code: planCode,
      name: name.optional(),
      'api-access': yesOrNo.optional().describe('yes or no: whether API keys work at all'),
      'advanced-reports': yesOrNo.optional(),
      'product-videos': yesOrNo.optional(),
      'reads-per-minute': wholeNumber.optional(),
      'writes-per-minute': wholeNumber.optional(),
      'orders-per-month': limitOrNone.optional().describe('none: as many as come'),
      'max-products': limitOrNone.optional().describe('none: as many as come'),
      'video-storage-bytes': bytes.optional(),
      'videos-per-product': wholeNumber.optional(),
      'job-lines-per-day': wholeNumber.optional(),
    }),
    words: ['code'],
    async run(operator, { code, ...changes }) {
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      if (given.length === 0) throw new Refusal('give what is to change, as --reads-per-minute 240');
      const set = given.map(([option], n) => `${columnOf(option)} = $${n + 2}`).join(', ');
      const values = [code, ...given.map(([, value]) => value)];
      const changed = await operator.asOwner(
        `update app.plans set ${set} where code = $1 returning ${columns}`,
        values,
      );
      if (!changed) throw new Refusal('--code: no such plan; "plan list" shows them');
      const counted = `select count(*)::integer as companies from app.companies c
        join app.plans p on p.id = c.plan_id where p.code = $1`;
      return { ...changed, ...(await operator.look(counted, [code]))[0] };
    },
  }),
  'plan list': command({
    cells: 'each',
    does: 'the plans',
    options: z.strictObject({}),
    run: (operator) => operator.look(`select ${columns} from app.plans order by code`),
  }),
};

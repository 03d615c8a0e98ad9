import type { DemoClient } from './index.ts';
import type { LoadedCompany } from './load-tenancy.ts';
export async function loadHistory(_client: DemoClient, _company: LoadedCompany, _now: Date): Promise<void> {}

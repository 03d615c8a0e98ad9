// The hand that loads the demo.
import type pg from 'pg';

/** A client inside the loading transaction that can act as anybody of a company, at any moment of the past. */
export type DemoClient = {
  query: pg.Client['query'];
  /** Enters a company's fence as one of its people; permissions null means all. */
  actAs(companyId: string, actor: { id: string; name: string } | null): Promise<void>;
  /**
   * Plans are made while the tables are still empty and kept for thousands of calls: without statistics they would read
   * whole tables that have grown meanwhile. What autovacuum does for a living shop, the loading transaction does itself.
   */
  gatherStatistics(): Promise<void>;
  /** Turns the clock of business rules to a moment. */
  goTo(moment: Date): Promise<void>;
};

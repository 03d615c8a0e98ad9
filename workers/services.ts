// What tasks work with.
import type pg from 'pg';
import type { Logger } from '../server/process/log.ts';
import type { Courier } from './deliver/courier.ts';
import type { Videos } from './videos/index.ts';

export interface Services {
  pool: pg.Pool;
  log: Logger;
  courier: Courier;
  videos: Videos;
}

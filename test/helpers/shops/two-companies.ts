// Two companies: the victim, and that of an attacker with a stolen login; what the attacker knows and could claim to be.
import { createHash } from 'node:crypto';
import { permissions } from '../../../db/permissions.ts';
import type { TestDatabase } from '../database.ts';
import { ALL_SCOPES, type TestShop } from '../shop.ts';
import { hire, openSession } from '../staff.ts';
import { idsOf, ownSettings } from '../stolen-logins.ts';
import { fillCompany } from './full-company.ts';

export interface TwoCompanies {
  victim: TestShop;
  own: TestShop;
  /** Ids that stand in rows of the victim only. */
  secrets: Set<string>;
  /** Everything that could say "I am the victim's owner", in every setting that we have. */
  forged: Record<string, string>;
  /** The SHA-256 of sessions' tokens, as the staff server sends them. */
  ownSession: string;
  victimSession: string;
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

export async function prepareTwoCompanies(db: TestDatabase): Promise<TwoCompanies> {
  const victim = await fillCompany(db);
  const own = await fillCompany(db);
  const owner = await hire(db, victim.companyId, { role: 'owner' });
  const victimSession = hashOf(await openSession(db, owner.id));
  const ownSession = hashOf(await openSession(db, (await hire(db, own.companyId, { role: 'owner' })).id));
  const secrets = await idsOf(db, victim.companyId, own.companyId);
  const { rows } = await db.admin.query('select id from app.staff_sessions where staff_id = $1', [owner.id]);
  const values: Record<string, string> = {
    'haat.company_id': victim.companyId,
    'haat.store_ids': `{${victim.stores.map(({ id }) => id).join(',')}}`,
    'haat.key_store_id': victim.stores[0].id,
    'haat.key_id': victim.companyKey.id,
    'haat.lineage_id': victim.companyKey.id,
    'haat.scopes': `{${ALL_SCOPES.join(',')}}`,
    'haat.actor_type': 'staff',
    'haat.actor_id': owner.id,
    'haat.permissions': `{${permissions.join(',')}}`,
    'haat.session_id': rows[0].id,
    'haat.clock_offset': '-1 minute',
    'haat.response_headers': '',
    'haat.refusal': '',
  };
  const forged: Record<string, string> = Object.fromEntries(
    (await ownSettings(db)).map((name) => [name, values[name] ?? '9999999999']),
  );
  delete forged['haat.session'];
  forged['haat.proof'] = hashOf('a guess');
  return { victim, own, secrets, forged, ownSession, victimSession };
}

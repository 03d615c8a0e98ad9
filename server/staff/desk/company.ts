// Who is signed in, and the company's own lists that every page needs: read once after the sign-in.
import type { EnterQuery, StaffPermission } from './enter.graphql.ts';
import { createContext, useContext } from './view.ts';

export type Viewer = NonNullable<EnterQuery['viewer']>;
export type Store = NonNullable<EnterQuery['stores']>['nodes'][number];

export type Company = {
  viewer: Viewer;
  stores: Store[];
  /** Whether the signed-in person may do it: can('orders_manage'). The server decides; this hides what it would refuse. */
  can: (permission: StaffPermission) => boolean;
  /** The symbol of a store's currency, or of the only currency that the company has. */
  symbolOf: (storeId?: string | null) => string;
  reload: () => Promise<void>;
};

export function companyOf({ viewer, stores }: EnterQuery, reload: () => Promise<void>): Company {
  const nodes = stores?.nodes ?? [];
  const symbols = new Set(nodes.map(({ currencySymbol }) => currencySymbol));
  return {
    viewer: viewer!,
    stores: nodes,
    can: (permission) => viewer!.permissions!.includes(permission),
    symbolOf: (storeId) =>
      nodes.find(({ id }) => id === storeId)?.currencySymbol ?? (symbols.size === 1 ? [...symbols][0]! : ''),
    reload,
  };
}

export const CompanyContext = createContext<Company | undefined>(undefined);
export const useCompany = (): Company => useContext(CompanyContext)!;

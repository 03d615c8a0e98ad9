// Categories, brands and attributes are of one store: that of the address, or the first.
import { useCompany } from '../../company.ts';

export function useStore(query: URLSearchParams): string {
  const { stores } = useCompany();
  return query.get('store') ?? stores[0]?.id ?? '';
}

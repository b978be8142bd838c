import type { ListFilter } from './listQuery.ts'
import type { Fields } from '../resource.ts'

/** The parameter of an address with a value that the form of a new record begins with. */
export const prefillParam = (field: string): string => `begin[${field}]`

/** An address where a record is made that begins with those that its list is filtered by, as far as its form has such fields. */
export const withPrefill = (
  address: string,
  fields: Fields,
  filters: readonly ListFilter[],
): string =>
  filters.reduce(
    (to, { field, op, value }) =>
      op === 'eq' && fields[field]?.target
        ? `${to}${to.includes('?') ? '&' : '?'}${prefillParam(field)}=${value}`
        : to,
    address,
  )

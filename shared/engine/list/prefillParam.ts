import type { ListFilter } from './filterColumns.ts'
import type { Fields } from '../resource.ts'

/** Returns the URL parameter for a value that the form of a new record starts with. */
export const prefillParam = (field: string): string => `begin[${field}]`

/**
 * Adds to the URL of a new record's form the references that its list is filtered by, if the form
 * has these fields.
 */
export const withPrefill = (
  address: string,
  fields: Fields,
  filters: readonly ListFilter[],
): string =>
  filters.reduce(
    (url, { field, op, value }) =>
      op === 'eq' && fields[field]?.target
        ? `${url}${url.includes('?') ? '&' : '?'}${prefillParam(field)}=${value}`
        : url,
    address,
  )

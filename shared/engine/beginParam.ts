/** The parameter of an address with a value that the form of a new record begins with. */
export const beginParam = (field: string): string => `begin[${field}]`

import type { Caller } from './tokens.ts'

/** A user as the API answers one (spec.md section 3). */
export const userOf = ({
  id,
  storeId,
  sIdentifier,
  name,
  email,
}: Omit<Caller, 'permissions' | 'tokenId'>) => ({
  id,
  storeId,
  sIdentifier,
  name,
  email,
})

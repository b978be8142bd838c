import { createHash } from 'node:crypto'

/**
 * Returns the key of a token in tables that outlive its request. All keys are short, and keep no
 * header in memory.
 */
export const toTokenKey = (token: string): string =>
  createHash('sha256').update(token).digest('base64')

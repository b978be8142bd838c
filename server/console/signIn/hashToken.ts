import { createHash } from 'node:crypto'

/** Stands for a token in tables that outlive its request: as short for every token, and it keeps no header alive. */
export const hashToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64')

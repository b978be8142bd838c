/**
 * Builds a cursor as the platform does (server/platform/core/records/list/cursor.ts), to reach the
 * middle without loading ten thousand pages.
 */
export const createCursor = (order: string, { key, id }: { key: string; id: number }) =>
  Buffer.from(JSON.stringify([order, 'next', [key], id])).toString('base64url')

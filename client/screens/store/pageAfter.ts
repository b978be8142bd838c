import { ApiFailure } from '#shared/engine/api.ts'

/**
 * The page that begins at a cursor; '' is the first. A cursor that the platform no longer takes, of another search or from
 * an old link, leads to the first page.
 */
export async function pageAfter<Page>(
  after: string,
  read: (after: string) => Promise<Page>,
): Promise<Page> {
  try {
    return await read(after)
  } catch (error) {
    if (!(after && error instanceof ApiFailure && error.status === 400)) throw error
    return read('')
  }
}

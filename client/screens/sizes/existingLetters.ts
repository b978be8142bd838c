import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { usualSort } from '#shared/engine/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { sizes } from '#shared/resources/sizes.ts'
import { letterSizes } from './sizeRun.ts'

/** The codes of letter sizes that are there, by group. */
export type Letters = Record<string, string[]>

/** Asks for each letter by itself: of all sizes there may be any number. What cannot be read is refused when it is made. */
export async function existingLetters(api: Api, signal?: AbortSignal): Promise<Letters> {
  const letters: Letters = {}
  try {
    await Promise.all(
      letterSizes.map(async ([code]) => {
        for (const group of await groupsWith(api, code, signal))
          letters[group] = [...(letters[group] ?? []), code]
      }),
    )
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
  }
  return letters
}

async function groupsWith(api: Api, code: string, signal?: AbortSignal): Promise<string[]> {
  const query = {
    search: '',
    filters: [{ field: 'code', op: 'eq', value: code } as const],
    sort: usualSort(sizes),
    limit: 100,
    after: null,
  }
  const { records } = await listRecords(api, sizes, query, signal)
  return records
    .filter((record) => record['code'] === code)
    .map((record) => String(record['group']))
}

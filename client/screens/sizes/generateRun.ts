import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { usualSort } from '#shared/engine/list/listQuery.ts'
import { createRecords, listRecords } from '#shared/engine/recordCalls.ts'
import { sizes } from '#shared/resources/sizes.ts'
import { initialValues } from '#shared/engine/fields/validation.ts'
import { Refusal, refusedRows } from '#client/form/answerForm.ts'
import type { Intent } from '#client/form/answerForm.ts'
import { hasLetters, letterSizes, sizeRun } from './sizeRun.ts'
import { runWords } from './words.ts'

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

/** Creates the sizes of a run in one group that are not there yet. */
export const generateRun: Intent = async ({ api, resource, form, key }) => {
  const group = String(form.get('group'))
  if (!hasLetters(group)) throw new Refusal({ group: runWords.noLetters })
  const sizesOfRun = sizeRun(String(form.get('from')), String(form.get('to')))
  if (sizesOfRun.length === 0) throw new Refusal({ to: runWords.reversed })
  const existing = await existingLetters(api)
  const missing = sizesOfRun.filter(({ code }) => !existing[group]?.includes(code))
  if (missing.length === 0) throw new Refusal({ group: runWords.allThere })
  const records = missing.map((size) => ({
    ...initialValues(resource),
    ...size,
    group,
    podSize: size.code,
  }))
  const created = await createRecords(api, resource, records, key).catch((error: unknown) => {
    if (!(error instanceof ApiFailure && error.problem.rows)) throw error
    // By its code: which of the run were sent is not known to the page any more.
    const named = ({ line, error: why }: { line: number; error: string }) =>
      runWords.size(missing[line - 1]?.code ?? '', why)
    const rows = refusedRows(error.problem.rows)
    throw new Refusal({}, { rows: rows.map((row) => ({ ...row, error: named(row) })) })
  })
  return { created }
}

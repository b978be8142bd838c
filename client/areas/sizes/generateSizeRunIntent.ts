import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { getDefaultSort } from '#shared/engine/list/listQuery.ts'
import { checkNewRecords, createRecords, listRecords } from '#shared/engine/recordCalls.ts'
import { messages } from '#shared/messages.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { FormError, toRowErrors } from '#client/form/handleForm.ts'
import type { Intent } from '#client/form/handleForm.ts'
import { parseSizeRun } from './sizeRun.ts'
import { sizeRunMessages } from './messages.ts'

/** Existing codes by group. */
export type ExistingCodes = Record<string, string[]>

/**
 * The preview marks the codes of this many pages of 100 sizes. Creating a run checks every one of
 * its codes.
 */
const maxCodePages = 20

/**
 * Loads the existing codes for the preview. Without them, the preview marks none; creating still
 * skips existing sizes.
 */
export async function loadExistingSizeCodes(
  api: Api,
  signal?: AbortSignal,
): Promise<ExistingCodes> {
  const codes: ExistingCodes = {}
  let after: string | null = null
  try {
    for (let page = 0; page < maxCodePages; page += 1) {
      const query = { search: '', filters: [], sort: getDefaultSort(sizes), limit: 100, after }
      // oxlint-disable-next-line no-await-in-loop -- Each page says where the next one starts.
      const result = await listRecords(api, sizes, query, signal)
      for (const { group, code } of result.records)
        codes[String(group)] = [...(codes[String(group)] ?? []), String(code)]
      after = result.page.next
      if (after === null) break
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  return codes
}

/** Creates the sizes of a run that its group doesn't have yet. */
export const generateSizeRunIntent: Intent = async ({ api, resource, form, key }) => {
  const getText = (name: string) => String(form.get(name) ?? '').trim()
  const [group, from, to] = [getText('group'), getText('from'), getText('to')]
  const missing = {
    ...(from === '' && { from: messages.validation.required(sizeRunMessages.from) }),
    ...(to === '' && { to: messages.validation.required(sizeRunMessages.to) }),
  }
  if (Object.keys(missing).length > 0) throw new FormError(missing)
  const run = parseSizeRun({ group, from, to, step: getText('step') })
  if (Object.keys(run.errors).length > 0) throw new FormError(run.errors)
  const records = run.sizes.map((size) => ({ ...getInitialValues(resource), ...size, group }))
  const created = await findNewSizes(api, records)
  if (created.length === 0) throw new FormError({ to: sizeRunMessages.allExist })
  const count = await createRecords(api, resource, created, key).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.problem.rows)) throw error
    // Names the size by its code, because the page doesn't know which sizes of the run were sent.
    const formatRowError = ({ line, error: why }: { line: number; error: string }) =>
      sizeRunMessages.size(created[line - 1]?.code ?? '', why)
    const rows = toRowErrors(error.problem.rows)
    throw new FormError({}, { rows: rows.map((row) => ({ ...row, error: formatRowError(row) })) })
  })
  return { created: count }
}

/**
 * Returns the sizes whose codes are new to the group. Leaves other errors to the call that creates
 * them.
 */
async function findNewSizes<Size extends { code: string }>(api: Api, records: Size[]) {
  const rows = await checkNewRecords(api, sizes, records)
  const rejected = new Set(rows.filter(({ fields }) => 'code' in fields).map(({ index }) => index))
  const { max = Infinity } = sizes.fields.code
  return records.filter(({ code }, index) => !rejected.has(index) || code.length > max)
}

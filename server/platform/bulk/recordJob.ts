import { isDeepStrictEqual } from 'node:util'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import type { Answer, Work } from '../http/call.ts'
import { defineJob, startJob } from '../jobs/jobs.ts'
import type { JobKind, RowResult, RowWork } from '../jobs/jobs.ts'
import { changeRecord } from '../records/changeRecord.ts'
import type { RecordChange } from '../records/changeRecord.ts'
import { scopedTo } from '../records/inScope.ts'
import { lockRecord } from '../records/read.ts'
import { invalid, Refusal } from '../http/refusal.ts'
import type { Kept } from '../records/settled.ts'
import { readValues } from '../records/values.ts'
import type { Values } from '../records/values.ts'

/** What a row keeps of the record that it changed: what was, and what the row has left there. */
type Before = { was: Values; left: Values }

/** Changes a record as a row of a job, for who started it, and keeps what was before for `putBack`. */
export async function changeInJob(
  resource: Kept,
  work: RowWork,
  change: RecordChange,
): Promise<RowResult> {
  const { before, after, names } = await changeRecord(scopedTo(work.caller, resource), work, change)
  if (names.length === 0) return { outcome: 'unchanged', sentence: 'It was so already.' }
  // Secrets are given out to nobody, not even to be put back.
  const isKnown = names.every((name) => resource.fields[name]?.kind !== 'secret')
  const kept: Before = { was: pick(before, names), left: pick(after, names) }
  return { outcome: 'done', ...(isKnown ? { before: kept } : {}) }
}

/** The `undo` of kinds whose rows are changed by `changeInJob`: nobody who changed these fields since is overruled. */
export const putBack =
  (resource: Kept): NonNullable<JobKind['undo']> =>
  async (work, { targetId, input }) => {
    const { was, left } = input as Before // As `changeInJob` kept it.
    const id = Number(targetId)
    const now = await lockRecord(work.trx, scopedTo(work.caller, resource), id, null)
    const others = Object.keys(left).filter((name) => !isDeepStrictEqual(now[name], left[name]))
    if (others.length > 0) {
      const labels = others.map((name) => resource.fields[name]?.label ?? name)
      throw new Refusal(409, 'conflict', 'It was changed since', {
        detail: `It was changed since, by ${now.updatedBy}: ${labels.join(', ')}.`,
      })
    }
    const { outcome, sentence } = await changeInJob(resource, work, {
      id,
      version: null,
      values: was,
    })
    return { outcome, sentence: sentence ?? null }
  }

const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name]]))

/** What each row of `changeMany` does, and the version of the record that was shown to who asked for it. */
type ManyInput = { values: Values }
type ManyRow = { version: number }

/** The kind of job that gives the same values to many records of a resource. A record that was changed since it was shown is refused. */
export const changeMany = (resource: Kept): JobKind =>
  defineJob({
    name: `${resource.name}.change`,
    needs: `${resource.permission}:write`,
    perform(work, { targetId, input }) {
      const { values } = work.job.input as ManyInput // As `startChangeMany` kept them.
      const { version } = input as ManyRow
      return changeInJob(resource, work, { id: Number(targetId), version, values })
    },
    undo: putBack(resource),
  })

/** Starts such a job for records as they were shown. Values are looked at now; what holds for each record alone, as its row runs. */
export async function startChangeMany(
  resource: Kept,
  work: Work,
  { title, values, records }: { title: string; values: unknown; records: readonly AnyRecord[] },
): Promise<Answer> {
  const read = readValues(resource, values, 'present')
  const secret = Object.keys(read).find((name) => resource.fields[name]?.kind === 'secret')
  // The job would keep it for everybody to read who reads the database.
  if (secret !== undefined) throw invalid({ [secret]: 'A secret is given to one record at a time' })
  const rows = records.map((record) => ({
    targetId: record.id,
    label: labelOf(resource, record),
    input: { version: record.version } satisfies ManyRow,
  }))
  const input: ManyInput = { values: read }
  return startJob(work, { kind: changeMany(resource), title, input, rows })
}

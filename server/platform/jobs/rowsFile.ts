import { sql } from 'kysely'
import type { Caller } from '../accounts/tokens.ts'
import { csvFile } from '../csv/csvFile.ts'
import type { Asked } from '../http/asked.ts'
import type { Answer } from '../http/call.ts'
import type { Platform } from '../platform.ts'
import { jobIdOf, readJob } from './readJobs.ts'

const inPage = 1000

type Row = {
  id: number
  label: string
  targetId: number | null
  outcome: string
  sentence: string | null
  endedAt: string | null
}

/** GET /jobs/ID/rows/export: what became of each row and why, those too that were refused before the job began. */
export async function answerRowsFile(
  asked: Asked,
  { db }: Platform,
  caller: Caller,
): Promise<Answer> {
  const { id } = await readJob(db, jobIdOf(asked), caller)
  async function* lines() {
    yield [['Record', 'Id', 'Outcome', 'Why', 'Time']]
    for (let after = 0; ;) {
      const { rows } = await sql<Row>`
        select id, label, target_id, coalesce(outcome, 'waiting') as outcome, sentence, ended_at
        from job_rows where job_id = ${id} and id > ${after} order by id limit ${inPage}`.execute(
        db,
      )
      yield rows.map(({ label, targetId, outcome, sentence, endedAt }) => [
        label,
        String(targetId ?? ''),
        outcome,
        sentence ?? '',
        endedAt ?? '',
      ])
      const last = rows.at(-1)
      if (rows.length < inPage || !last) return
      after = last.id
    }
  }
  return csvFile(`job-${id}`, lines())
}

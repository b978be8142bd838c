import { sql } from 'kysely'
import { themes } from '#shared/resources/themes.ts'
import type { Consequence, Kept } from '../records/settled.ts'

const say = {
  inUse: 'Replaced by: Only a theme that is deprecated or archived is replaced',
  itself: 'Replaced by: A theme cannot replace itself',
  unpublished: 'Replaced by: Choose a theme that is published',
}

/** A theme that goes names one that stores may wear instead. */
const themesConsequence: Consequence = {
  async wrong(values, { connection, before }) {
    const { status, replacementId }: Record<string, unknown> = { ...before, ...values }
    if (typeof replacementId !== 'number') return {}
    if (!('replacementId' in values || 'status' in values)) return {}
    if (status !== 'deprecated' && status !== 'archived') return { replacementId: say.inUse }
    if (replacementId === before?.id) return { replacementId: say.itself }
    if (!('replacementId' in values)) return {}
    const { rows } = await sql<{ status: string }>`
      select status from themes where id = ${replacementId}`.execute(connection)
    // That there is none of this id is told of every reference.
    return !rows[0] || rows[0].status === 'published' ? {} : { replacementId: say.unpublished }
  },
  settle: () => Promise.resolve(),
}

export const keptThemes: Kept = { ...themes, consequence: themesConsequence, dependents: [] }

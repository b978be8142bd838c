import '#client/integrations.ts'
import { readAccount, readMatches } from '#shared/printful/printfulCalls.ts'
import { orFailure } from '#client/failures.ts'
import { testPanel } from '#client/integrations/testPanel.tsx'
import { openRecord } from '#client/list/definePanels.ts'
import type { PanelWork } from '#client/list/definePanels.ts'
import { AccountPanel } from './AccountPanel.tsx'
import { accountIntents, matchIntents } from './intents.ts'
import { MatchPanel } from './MatchPanel.tsx'
import { printfulWords as say } from './words.ts'

export const panels = {
  test: testPanel(),
  account: {
    Panel: AccountPanel,
    intents: accountIntents,
    async load(work: PanelWork) {
      const record = await openRecord(work)
      return { record, account: await readAccount(work.api, record.id, work.signal) }
    },
  },
  match: {
    Panel: MatchPanel,
    intents: matchIntents,
    async load(work: PanelWork) {
      const { api, signal } = work
      const record = await openRecord(work)
      const [sizes, colors] = await Promise.all([
        orFailure(readMatches(api, record.id, 'sizes', signal), say.kinds.sizes),
        orFailure(readMatches(api, record.id, 'colors', signal), say.kinds.colors),
      ])
      return { record, sizes, colors }
    },
  },
}

import '#client/integrations.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { readAccount, readMatches } from '#shared/printful/printfulCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { printfulSetup } from '#shared/resources/printfulSetup.ts'
import { orFailure } from '#client/failures.ts'
import { testPanel } from '#client/integrations/testPanel.tsx'
import { openRecord } from '#client/list/definePanels.ts'
import type { PanelProps, PanelWork } from '#client/list/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { RecordPanel } from '#client/list/RecordPanel.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { AccountPanel } from './AccountPanel.tsx'
import { accountIntents, matchIntents } from './intents.ts'
import { MatchPanel } from './MatchPanel.tsx'
import { printfulWords as say } from './words.ts'

const { storeMap: _storeMap, ...fields } = printfulSetup.fields
/** What the form asks for; which of our stores theirs are is chosen beside what Printful told of them. */
const asked: Resource = { ...printfulSetup, fields }

const FormPanel = (props: PanelProps<AnyRecord | null>) => (
  <RecordPanel {...props} resource={asked}>
    {!props.loaded && <p className={setup.soft}>{say.mappedLater}</p>}
  </RecordPanel>
)

const open = (work: PanelWork) => (work.id === null ? Promise.resolve(null) : openRecord(work))
const { create, edit } = recordIntents

export const panels = {
  create: { Panel: FormPanel, intents: { create }, load: open },
  edit: { Panel: FormPanel, intents: { edit }, load: open },
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

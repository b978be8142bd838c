import '#client/frame/integrations.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { readAccount, readMatches } from '#shared/areas/printful/printfulCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { mendingAddress } from '#shared/engine/integrations/mendingAddress.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { orFailure } from '#client/runtime/failures.ts'
import { begunWith } from '#client/form/begun.ts'
import type { Begun } from '#client/form/begun.ts'
import { panelFurther } from '#client/integrations/setupFurther.tsx'
import { addSetupSteps, testInPanel } from '#client/integrations/setupSteps.ts'
import { fixPanel } from '#client/integrations/fix/StoreFix.tsx'
import { testPanel } from '#client/integrations/tests/testPanel.tsx'
import { openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelWork } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { AccountPanel } from './AccountPanel.tsx'
import type { Account } from './AccountPanel.tsx'
import { accountIntents, matchIntents } from './intents.ts'
import { MatchPanel } from './MatchPanel.tsx'
import { printfulWords as say } from './words.ts'

const { storeMap: _storeMap, ...fields } = printfulSetup.fields
/** What the form asks for; which of our stores theirs are is chosen beside what Printful told of them. */
const asked: Resource = { ...printfulSetup, fields }

const begun = ({ api, params, signal }: PanelWork) => begunWith({ api, fields, params, signal })
const { create, edit } = recordIntents

export const panels = {
  create: fixPanel<Begun>({
    Panel: ({ bar, loaded, ...props }) => (
      <RecordPanel
        {...props}
        resource={asked}
        loaded={null}
        begun={loaded}
        further={panelFurther({ refused: props.refused })}
      >
        {bar}
        <p className={setup.soft}>{say.mappedLater}</p>
      </RecordPanel>
    ),
    intents: addSetupSteps({ create }, { testAt: testInPanel }),
    load: begun,
  }),
  edit: fixPanel<AnyRecord>({
    Panel: ({ bar, ...props }) => (
      <RecordPanel {...props} resource={asked} further={panelFurther({ refused: props.refused })}>
        {bar}
      </RecordPanel>
    ),
    intents: addSetupSteps({ edit }, { testAt: testInPanel }),
    load: openRecord,
  }),
  test: testPanel(undefined, {
    mends: (record, field) => mendingAddress(printfulSetup, record, field),
  }),
  account: fixPanel<Account>({
    Panel: AccountPanel,
    intents: accountIntents,
    async load(work) {
      const record = await openRecord(work)
      return { record, account: await readAccount(work.api, record.id, work.signal) }
    },
  }),
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

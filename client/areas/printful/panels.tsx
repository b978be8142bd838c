import { buildFixUrl, definePanels, loadPanelRecord } from '#client/frame/index.ts'
import {
  addTestAndActivateSteps,
  buildTestPanelUrl,
  createPanelTestExtras,
  createPanelWithStoreFix,
  createTestPanel,
} from '#client/integrations/index.ts'
import { fixParams } from '#client/integrations/fix/fixParams.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { loadPrintfulAccount, loadPrintfulMatches } from '#shared/areas/printful/printfulCalls.ts'
import type { Resource } from '#shared/engine/resource.ts'
import { printfulSetup } from '#shared/areas/printful/printfulSetup.ts'
import { resolveOrFailure } from '#client/runtime/failures.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import type { Prefill } from '#client/form/prefill.ts'
import type { PanelLoadContext } from '#client/list/panels/definePanels.ts'
import { recordIntents } from '#client/list/recordIntents.ts'
import { RecordPanel } from '#client/list/panels/RecordPanel.tsx'
import * as setup from '#client/integrations/integrations.css.ts'
import { PrintfulAccountPanel } from './PrintfulAccountPanel.tsx'
import type { AccountPanelData } from './PrintfulAccountPanel.tsx'
import { accountIntents, matchIntents } from './printfulIntents.ts'
import { PrintfulMatchPanel } from './PrintfulMatchPanel.tsx'
import { printfulMessages } from './messages.ts'

const { storeMap: _storeMap, ...printfulFormFields } = printfulSetup.fields
/** The form without the store map, which is edited beside Printful's own data. */
const printfulForm: Resource = { ...printfulSetup, fields: printfulFormFields }

const loadPrintfulPrefill = ({ api, params, signal }: PanelLoadContext) =>
  loadPrefill({ api, fields: printfulFormFields, params, signal })
const { create, edit } = recordIntents

export const printfulPanels = definePanels({
  create: {
    ...createPanelWithStoreFix<Prefill>({
      Panel: ({ bar, loaded, ...props }) => (
        <RecordPanel
          {...props}
          resource={printfulForm}
          loaded={null}
          prefill={loaded}
          further={createPanelTestExtras({ refused: props.refused })}
        >
          {bar}
          <p className={setup.soft}>{printfulMessages.mappedLater}</p>
        </RecordPanel>
      ),
      intents: addTestAndActivateSteps({ create }, { testAt: buildTestPanelUrl }),
      load: loadPrintfulPrefill,
    }),
    params: ['begin', ...fixParams],
  },
  edit: {
    ...createPanelWithStoreFix<AnyRecord>({
      Panel: ({ bar, ...props }) => (
        <RecordPanel
          {...props}
          resource={printfulForm}
          further={createPanelTestExtras({ refused: props.refused })}
        >
          {bar}
        </RecordPanel>
      ),
      intents: addTestAndActivateSteps({ edit }, { testAt: buildTestPanelUrl }),
      load: loadPanelRecord,
    }),
    params: ['begin', ...fixParams],
  },
  test: {
    ...createTestPanel(undefined, {
      buildFieldUrl: (record, field) => buildFixUrl(printfulSetup, record, field),
    }),
    reads: true,
    params: fixParams,
  },
  account: {
    ...createPanelWithStoreFix<AccountPanelData>({
      Panel: PrintfulAccountPanel,
      intents: accountIntents,
      async load(context) {
        const record = await loadPanelRecord(context)
        return {
          record,
          account: await loadPrintfulAccount(context.api, record.id, context.signal),
        }
      },
    }),
    reads: true,
    params: fixParams,
  },
  match: {
    reads: true,

    Panel: PrintfulMatchPanel,
    intents: matchIntents,
    async load(context: PanelLoadContext) {
      const { api, signal } = context
      const record = await loadPanelRecord(context)
      const [sizes, colors] = await Promise.all([
        resolveOrFailure(
          loadPrintfulMatches(api, record.id, 'sizes', signal),
          printfulMessages.kinds.sizes,
        ),
        resolveOrFailure(
          loadPrintfulMatches(api, record.id, 'colors', signal),
          printfulMessages.kinds.colors,
        ),
      ])
      return { record, sizes, colors }
    },
  },
})

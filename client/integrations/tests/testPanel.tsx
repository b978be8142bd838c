import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { loadIntegrationHistory } from '#shared/engine/integrations/integrationCalls.ts'
import type { TestHistoryEntry } from '#shared/engine/integrations/tests.ts'
import type { SignedInUser } from '#shared/engine/user.ts'
import { useActors } from '#client/runtime/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { getPanelHeading, loadPanelRecord } from '#client/list/panels/definePanels.ts'
import type { PanelDefinition, PanelProps } from '#client/list/panels/definePanels.ts'
import { IntegrationStatus } from '../IntegrationStatus.tsx'
import { createActivationIntents } from '../integrationIntents.ts'
import {
  ActivationSteps,
  IntegrationStateActions,
  IntegrationStateConfirmation,
} from '../IntegrationStateActions.tsx'
import {
  copyFixParams,
  addFixParamsToRedirects,
  findStoreFix,
  StoreFixBar,
} from '../fix/StoreFixBar.tsx'
import type { StoreFix } from '../fix/storeFixPart.ts'
import type { FollowUpStep } from '../IntegrationNextStep.tsx'
import type { Intents } from '#client/form/handleForm.ts'
import { TestSection } from './TestSection.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { setupPageMessages } from '../setupPageMessages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from '../integrations.css.ts'

/** Builds the URL where a field is fixed that the panel's form doesn't have. */
type FieldUrlBuilder = (record: AnyRecord, field: string) => string

/** Returns the initial values of a test's inputs for the signed-in operator. */
type InitialInputs = (operator: SignedInUser | null) => Record<string, unknown>

type LoadedTest = { record: AnyRecord; history: TestHistoryEntry[]; storeFix: StoreFix }

type TestPanelOptions = {
  begin?: InitialInputs
  buildFieldUrl?: FieldUrlBuilder
  /** Returns what an active integration still lacks. */
  further?: (record: AnyRecord, search: URLSearchParams) => FollowUpStep | null
  /** Renders content above the test. */
  lead?: (record: AnyRecord, writeKey: string) => ReactNode
  /** Additional intents of the panel's forms. */
  intents?: Intents
}

/**
 * Creates a list panel that tests and activates one of several integrations: `{ test:
 * createTestPanel(testInputs) }`, opened by `?test=5`.
 */
export const createTestPanel = (
  testInputs?: Fields,
  options: TestPanelOptions = {},
): PanelDefinition<LoadedTest> => ({
  Panel: (props) => <TestPanel {...props} testInputs={testInputs} options={options} />,
  intents: addFixParamsToRedirects({ ...createActivationIntents(testInputs), ...options.intents }),
  async load(context) {
    const { api, resource, id, signal } = context
    // Loads the record after its history, so that a test that ends in between is included in both
    // or in neither.
    const history = await loadIntegrationHistory(api, resource, id ?? 0, signal)
    return {
      record: await loadPanelRecord(context),
      history,
      storeFix: await findStoreFix(context),
    }
  },
})

function TestPanel({
  resource,
  view,
  data,
  refused,
  loaded: { record, history, storeFix },
  testInputs,
  options: { begin, buildFieldUrl, further, lead },
}: PanelProps<LoadedTest> & { testInputs: Fields | undefined; options: TestPanelOptions }) {
  const state = String(record['state'])
  const operator = useSelector(useActors().session, ({ context }) => context.user)
  const [search] = useSearchParams()
  const edit = copyFixParams(createPanelUrls(resource, view)('edit', record.id), search)
  const live = { resource, record, history, refused, writeKey: data.writeKey }
  return (
    <Panel
      {...getPanelHeading({ resource, view }, record, setupPageMessages.testTitle)}
      size="medium"
    >
      <div className={panel.body}>
        <StoreFixBar storeFix={storeFix} history={history} />
        <div className={styles.standing}>
          <IntegrationStatus state={state} />
          <div className={styles.actions}>
            {resource.api.writes.includes('change') && (
              <ButtonLink to={edit} color="white">
                {setupPageMessages.settings}
              </ButtonLink>
            )}
            <IntegrationStateActions {...live} />
          </div>
        </div>
        {lead?.(record, data.writeKey)}
        <ActivationSteps state={state} />
        <IntegrationStateConfirmation {...live} />
        <TestSection
          {...live}
          testInputs={testInputs}
          begin={begin?.(operator)}
          further={further?.(record, search)}
          fieldAt={(field) =>
            buildFieldUrl
              ? copyFixParams(buildFieldUrl(record, field), search)
              : `${edit}#field-${field}`
          }
        />
      </div>
    </Panel>
  )
}

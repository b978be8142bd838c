import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { panelAddresses } from '#shared/engine/list/listView.ts'
import type { AnyRecord, Fields } from '#shared/engine/resource.ts'
import { integrationHistory } from '#shared/engine/integrations/integrationCalls.ts'
import type { HistoryEntry } from '#shared/engine/integrations/tests.ts'
import type { SignedInUser } from '#shared/engine/user.ts'
import { useActors } from '#client/runtime/ConsoleContext.tsx'
import { Panel } from '#client/form/Panel.tsx'
import { aboutRecord, openRecord } from '#client/list/panels/definePanels.ts'
import type { PanelCode, PanelProps } from '#client/list/panels/definePanels.ts'
import { IntegrationStatus } from '../IntegrationStatus.tsx'
import { integrationIntents } from '../integrationIntents.ts'
import { LifeLine, StateActions, StateQuestion } from '../StateActions.tsx'
import { keepingFix, leadingOn, storeFixOf, StoreFixBar } from '../fix/StoreFix.tsx'
import type { StoreFix } from '../fix/StoreFix.tsx'
import type { FurtherStep } from '../NextStep.tsx'
import type { Intents } from '#client/form/answerForm.ts'
import { TestSection } from './TestSection.tsx'
import { ButtonLink } from '#client/ui/Button.tsx'
import { integrationWords as say } from '../words.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from '../integrations.css.ts'

/** Where a field is mended that the form does not hold. */
type Mends = (record: AnyRecord, field: string) => string

/** What the inputs of a test begin with, for who is signed in. */
type Begins = (operator: SignedInUser | null) => Record<string, unknown>

type Loaded = { record: AnyRecord; history: HistoryEntry[]; storeFix: StoreFix }

type Options = {
  begin?: Begins
  mends?: Mends
  /** What it lacks once it is active. */
  further?: (record: AnyRecord, search: URLSearchParams) => FurtherStep | null
  /** What stands before the test. */
  lead?: (record: AnyRecord, writeKey: string) => ReactNode
  /** What its forms may ask for in addition. */
  intents?: Intents
}

/** The panel of a list that tests and activates one of several integrations: `{ test: testPanel(asks) }`, by `?test=5`. */
export const testPanel = (asks?: Fields, options: Options = {}): PanelCode<Loaded> => ({
  Panel: (props) => <TestPanel {...props} asks={asks} options={options} />,
  intents: leadingOn({ ...integrationIntents(asks), ...options.intents }),
  async load(work) {
    const { api, resource, id, signal } = work
    // The record after its history: a test that ends meanwhile is then known by both, or by neither.
    const history = await integrationHistory(api, resource, id ?? 0, signal)
    return { record: await openRecord(work), history, storeFix: await storeFixOf(work) }
  },
})

function TestPanel({
  resource,
  view,
  data,
  refused,
  loaded: { record, history, storeFix },
  asks,
  options: { begin, mends, further, lead },
}: PanelProps<Loaded> & { asks: Fields | undefined; options: Options }) {
  const state = String(record['state'])
  const operator = useSelector(useActors().session, ({ context }) => context.user)
  const [search] = useSearchParams()
  const edit = keepingFix(panelAddresses(resource, view)('edit', record.id), search)
  const live = { resource, record, history, refused, writeKey: data.writeKey }
  return (
    <Panel {...aboutRecord({ resource, view }, record, say.testTitle)} size="medium">
      <div className={panel.body}>
        <StoreFixBar told={storeFix} />
        <div className={styles.standing}>
          <IntegrationStatus state={state} />
          <div className={styles.actions}>
            {resource.writes.includes('change') && (
              <ButtonLink to={edit} color="white">
                {say.settings}
              </ButtonLink>
            )}
            <StateActions {...live} />
          </div>
        </div>
        {lead?.(record, data.writeKey)}
        <LifeLine state={state} />
        <StateQuestion {...live} />
        <TestSection
          {...live}
          asks={asks}
          begin={begin?.(operator)}
          further={further?.(record, search)}
          fieldAt={(field) =>
            mends ? keepingFix(mends(record, field), search) : `${edit}#field-${field}`
          }
        />
      </div>
    </Panel>
  )
}

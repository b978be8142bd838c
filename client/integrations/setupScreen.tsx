import type { ReactNode } from 'react'
import { useLoaderData, useParams, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { parseListQuery } from '#shared/engine/listQuery.ts'
import { listRecords } from '#shared/engine/recordCalls.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { AnyRecord, Fields, Resource } from '#shared/engine/resource.ts'
import { permitted, resourceAt } from '#shared/engine/scope.ts'
import { integrationHistory } from '#shared/integrations/integrationCalls.ts'
import { useAnswer } from '../useAnswer.ts'
import { useMay } from '../ConsoleContext.tsx'
import { apiContext, tellContext, zoneContext } from '../contexts.ts'
import { failWith, throwFailure } from '../failures.ts'
import { answerForm } from '../form/answerForm.ts'
import type { Intents, Refused } from '../form/answerForm.ts'
import { begunWith } from '../form/begun.ts'
import type { Begun } from '../form/begun.ts'
import { RecordForm } from '../form/RecordForm.tsx'
import { newIdempotencyKey } from '../idempotencyKey.ts'
import type { Screen } from '../pageTitle.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import type { Fact, PageHeaderProps } from '../ui/PageHeader.tsx'
import { DeleteSection } from './DeleteSection.tsx'
import { IntegrationStatus } from './IntegrationStatus.tsx'
import { setupIntents } from './integrationIntents.ts'
import { keepingFix, storeFixOf, StoreFixBar } from './StoreFix.tsx'
import type { StoreFix } from './StoreFix.tsx'
import { Degraded, LifeLine, StateActions, StateQuestion } from './StateActions.tsx'
import { useSetupTabs } from './setupTabs.ts'
import type { SetupProps, SetupTab } from './setupTabs.ts'
import { TestSection } from './TestSection.tsx'
import { integrationWords as say } from './words.ts'
import { Section } from '../ui/Section.tsx'
import { useFocusOnHash } from '../ui/useFocusOnHash.ts'
import * as styles from './integrations.css.ts'

export type { SetupProps } from './setupTabs.ts'

export type SetupLoad = {
  api: Api
  /** As it stands at this address: within a store. */
  resource: Resource
  params: Readonly<Record<string, string | undefined>>
  search: URLSearchParams
  signal: AbortSignal
}

/** All that differs between one set-up page and the next. */
export type Setup<More> = {
  resource: Resource
  title: (props: SetupProps<More>) => string
  /** The record of this address; the first of the list there unless given. */
  find?: (load: SetupLoad) => Promise<AnyRecord | null>
  load?: (load: SetupLoad, record: AnyRecord | null) => Promise<More>
  asks?: Fields
  facts?: (props: SetupProps<More>) => readonly Fact[]
  sides?: (props: SetupProps<More>) => PageHeaderProps['tabs']
  tools?: (props: SetupProps<More>) => ReactNode
  /** By field: what stands in place of its input. */
  own?: (props: SetupProps<More>) => Parameters<typeof RecordForm>[0]['own']
  /** Under the form: what is to be entered at the provider. */
  below?: (props: SetupProps<More>) => ReactNode
  /** Under the steps: a test sign-in. */
  aside?: (props: SetupProps<More>) => ReactNode
  /** Parts of a page that has much to set up, each at `?tab=NAME`; the first stands unless one is named. */
  tabs?: readonly SetupTab<More>[]
  intents?: Intents
  /** Where one that was deleted leads; the same page unless given. */
  home?: string
}

type Loaded<More> = Pick<SetupProps<More>, 'record' | 'history' | 'more' | 'writeKey'> & {
  recordName: string
  begun: Begun
  storeFix: StoreFix
}

const firstOf = async ({ api, resource, signal }: SetupLoad): Promise<AnyRecord | null> => {
  const { query } = parseListQuery(resource, new URLSearchParams())
  const { records } = await listRecords(api, resource, query, signal)
  return records[0] ?? null
}

const here = (resource: Resource, params: SetupLoad['params']): Resource =>
  resourceAt(resource, params) ?? failWith({ code: 'not_found', what: resource.title.one }, 404)

/** The page on which one integration is set up, tested and activated (screens.md, "Every integration"). */
export function setupScreen<More = null>(
  setup: Setup<More>,
): Required<Pick<Screen, 'loader' | 'action' | 'Component'>> {
  const { resource: defined, find = firstOf } = setup
  async function loader({ request, context, params }: LoaderFunctionArgs): Promise<Loaded<More>> {
    const { signal, url } = request
    const resource = here(defined, params)
    const api = context.get(apiContext)
    const load = { api, resource, params, search: new URL(url).searchParams, signal }
    const failing = (error: unknown) => throwFailure(error, resource.title.one)
    const found = await find(load).catch(failing)
    const [history, more, storeFix] = await Promise.all([
      found ? integrationHistory(api, resource, found.id, signal) : [],
      setup.load?.(load, found) ?? null,
      storeFixOf({ api, params: load.search, signal }),
    ]).catch(failing)
    // A test ended between the two reads.
    const isOld = String(history[0]?.endedAt ?? '') > String(found?.['lastTestAt'] ?? '')
    const record = isOld ? await find(load).catch(failing) : found
    const { fields } = resource
    const begun = record ? {} : await begunWith({ api, fields, params: load.search, signal })
    const writeKey = newIdempotencyKey()
    // Without `load` there is no more: `More` is null then.
    const data = { record, history, more: more as More, writeKey }
    return {
      ...data,
      begun,
      storeFix,
      recordName: setup.title({ ...data, resource, refused: undefined }),
    }
  }
  return {
    loader,
    async action({ request, context, params }: ActionFunctionArgs) {
      const { pathname, search } = new URL(request.url)
      return answerForm({
        api: context.get(apiContext),
        tell: context.get(tellContext),
        zone: context.get(zoneContext),
        resource: here(defined, params),
        form: await request.formData(),
        intents: setupIntents(setup.asks, setup.intents, setup.home),
        url: request.url,
        back: pathname + search,
      })
    },
    Component: () => <SetupPage setup={setup} />,
  }
}

function SetupPage<More>({ setup }: { setup: Setup<More> }) {
  const { recordName, begun, storeFix, ...loaded } = useLoaderData<Loaded<More>>()
  const refused = useAnswer<Refused>()
  const may = useMay()
  const at = here(setup.resource, useParams())
  const resource = permitted(at, (action) => may(at, action))
  const props: SetupProps<More> = { ...loaded, resource, refused }
  const { record, history, writeKey } = loaded
  useFocusOnHash()
  const {
    tabs,
    tab,
    fields,
    at: tabAt,
    fieldAt,
  } = useSetupTabs(resource, (record && setup.tabs) || [], record)
  const state = String(record?.['state'] ?? 'not_configured')
  const problem = state === 'degraded' && record?.['problem']
  const failed = history[0]?.steps.find(({ outcome }) => outcome === 'failed')?.field
  const mend = failed ? fieldAt(failed) : '#test'
  const [search] = useSearchParams()
  const sides = setup.sides?.(props)
  const live = record && { resource, record, history, refused, writeKey }
  return (
    <>
      <PageHeader
        title={recordName}
        status={<IntegrationStatus state={state} />}
        facts={setup.facts?.(props) ?? []}
        tabs={
          tab
            ? { label: recordName, tabs: tabs.map(tabAt) }
            : sides && {
                ...sides,
                tabs: sides.tabs.map((side) => ({ ...side, to: keepingFix(side.to, search) })),
              }
        }
        actions={
          <>
            {setup.tools?.(props)}
            {live && <StateActions {...live} />}
          </>
        }
      />
      <StoreFixBar told={storeFix} />
      <LifeLine state={state} />
      {typeof problem === 'string' && <Degraded problem={problem} mend={mend} />}
      {live && <StateQuestion {...live} />}
      <div className={styles.page}>
        <div className={styles.column}>
          {record && tab?.show?.({ ...props, record })}
          {!tab?.show && (
            <div className={styles.card} key={`${record?.id ?? 'new'}.${tab?.name ?? ''}`}>
              <fieldset disabled={!resource.writes.includes('change')} className={styles.settings}>
                <RecordForm
                  fields={fields}
                  sections={resource.sections}
                  record={record}
                  begun={begun}
                  refused={refused}
                  writeKey={writeKey}
                  draftName={`${resource.name}.${record?.id ?? 'new'}${tab ? `.${tab.name}` : ''}`}
                  own={setup.own?.(props) ?? {}}
                />
              </fieldset>
            </div>
          )}
          {setup.below?.(props)}
          {record && tab === tabs[0] && (
            <DeleteSection {...{ resource, record, refused, writeKey }} />
          )}
        </div>
        <div className={styles.column}>
          {!live && (
            <Section id="test" title={say.steps}>
              <ol className={styles.next}>
                {say.next.map(([what, why]) => (
                  <li key={what}>
                    <strong>{what}</strong>
                    <p className={styles.soft}>{why}</p>
                  </li>
                ))}
              </ol>
            </Section>
          )}
          {live && (
            <TestSection {...live} asks={setup.asks} fieldAt={fieldAt}>
              {setup.aside?.(props)}
            </TestSection>
          )}
        </div>
      </div>
    </>
  )
}

/** What a record of an integration is called where it has no page of its own. */
export const nameOf = (resource: Resource, record: AnyRecord | null): string =>
  record ? labelOf(resource, record) : resource.title.one

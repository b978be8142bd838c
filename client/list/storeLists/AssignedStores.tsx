import { Form, useLocation } from 'react-router'
import { formatNumber } from '#shared/format/numbers.ts'
import { getField } from '#shared/engine/resource.ts'
import { messages } from '#shared/messages.ts'
import { findStoreList } from '#shared/engine/storeList.ts'
import type { ListedStore } from '#shared/areas/stores/lists/storeListCalls.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { storeStatuses } from '#shared/areas/stores/status/storeStates.ts'
import type { StoreStatus } from '#shared/areas/stores/status/storeStates.ts'
import { FormField } from '#client/form/inputs/FormField.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { ImpactConfirmation } from '#client/form/ImpactConfirmation.tsx'
import { impactParam } from '#shared/engine/impact.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Link } from '#client/ui/Link.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { StoresPanelForm } from './StoreListForm.tsx'
import { storeListMessages } from './messages.ts'
import {
  afterParam,
  buildStoreListPanelUrl,
  searchParam,
  storeListParams,
  buildUrlBehindStoreListPanel,
} from '#client/form/storeListUrl.ts'
import type { StoreListProps } from './storeListProps.ts'
import { addStoreFields } from './storeListIntents.ts'
import { storeSummaryMessages } from '#client/form/storeSummaryMessages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './StoreList.css.ts'

/**
 * Renders a page of a record's stores, with a search, a form that adds one, and a link for adding
 * many.
 */
export function AssignedStores(props: StoreListProps) {
  const { resource, loaded, writeKey, refused, mayAssign } = props
  const { record, page, search } = loaded
  const location = useLocation()
  const list = findStoreList(resource)
  const hasNone = list?.kind === 'ids' && getField(resource, list.field)?.emptyLabel !== undefined
  const isEmpty = page.total === 0
  const { one } = resource.title
  const impact = refused?.intent === 'useForAllStores' ? refused.impact : undefined
  const { selection } = refused?.errors ?? {}
  return (
    <>
      <div className={panel.body}>
        {refused?.failure && <FailureText failure={refused.failure} />}
        {selection && (
          <p className={panel.refusal} role="alert">
            {selection}
          </p>
        )}
        {page.isForAll && (
          <p>
            {record['allStores'] === true
              ? storeListMessages.hasAll({ one }, isEmpty)
              : storeListMessages.isForAll({ one }, mayAssign)}
          </p>
        )}
        {isEmpty && !page.isForAll && <p>{storeListMessages.none({ one }, mayAssign)}</p>}
        {mayAssign && list?.kind !== 'pairs' && (
          <StoresPanelForm
            intent="planStores"
            record={record.id}
            writeKey={`${writeKey}-add`}
            sends={{ change: 'add', by: 'one' }}
            className={styles.line}
          >
            <div className={styles.grow}>
              <FormField
                id="add-store"
                name="storeId"
                field={addStoreFields.storeId}
                answer={refused?.intent === 'planStores' ? refused : undefined}
              />
            </div>
            <Button type="submit" color="white">
              {storeListMessages.add}
            </Button>
          </StoresPanelForm>
        )}
        {!isEmpty && <StoreSearch search={search} record={record.id} />}
        {page.data.length === 0 && search !== '' && (
          <p role="status">
            {storeListMessages.noMatch(search)}{' '}
            <Link to={buildStoreListPanelUrl(location, record.id)} preventScrollReset>
              {storeListMessages.clear}
            </Link>
          </p>
        )}
        {page.data.length > 0 && (
          <ul className={styles.rows} aria-label={storeListMessages.list}>
            {page.data.map((store) => (
              <StoreRow key={store.id} {...props} store={store} />
            ))}
          </ul>
        )}
        <StorePages {...props} />
      </div>
      <FormFooter
        said={
          page.isForAll && isEmpty ? storeListMessages.all : storeSummaryMessages.count(page.total)
        }
        question={impact && <ImpactConfirmation reach={impact} />}
        cancelUrl={buildUrlBehindStoreListPanel(location)}
        cancelLabel={storeListMessages.close}
      >
        {mayAssign && hasNone && !isEmpty && (
          <StoresPanelForm
            intent="useForAllStores"
            record={record.id}
            writeKey={`${writeKey}-all`}
            sends={impact ? { [impactParam]: impact.token } : {}}
          >
            <Button type="submit" color="white">
              {storeListMessages.forAll}
            </Button>
          </StoresPanelForm>
        )}
        {mayAssign && (
          <ButtonLink
            to={buildStoreListPanelUrl(location, record.id, { assign: '1' })}
            preventScrollReset
          >
            {storeListMessages.assign}
          </ButtonLink>
        )}
      </FormFooter>
    </>
  )
}

type StoreRowProps = StoreListProps & { store: ListedStore }

function StoreRow({ loaded, writeKey, store, mayAssign }: StoreRowProps) {
  const { id, name, code, organisation, pair } = store
  // The platform has no other status.
  const facts = [pair ?? code, organisation, storeStatuses[store.status as StoreStatus]].filter(
    Boolean,
  )
  return (
    <li>
      <span className={styles.store}>
        <Link to={`${stores.path}/${id}`}>{name}</Link>
        <span className={styles.facts}>{facts.join(' · ')}</span>
      </span>
      {mayAssign && (
        <StoresPanelForm
          intent="planStores"
          record={loaded.record.id}
          writeKey={`${writeKey}-${id}`}
          sends={{ change: 'remove', by: 'id', store: id }}
        >
          <Button
            type="submit"
            size="small"
            color="white"
            aria-label={storeListMessages.removeOne(name)}
          >
            {storeListMessages.remove}
          </Button>
        </StoresPanelForm>
      )}
    </li>
  )
}

/** Renders a GET form, so that search works without script. */
function StoreSearch({ search, record }: { search: string; record: number }) {
  const location = useLocation()
  const others = [...new URLSearchParams(location.search)].filter(
    ([name]) => !storeListParams.some((own) => own === name),
  )
  return (
    <Form
      method="get"
      action={location.pathname}
      className={styles.line}
      role="search"
      preventScrollReset
    >
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <div className={styles.grow}>
        <TextInput
          key={search}
          id={`search-stores-${record}`}
          name={searchParam}
          type="search"
          label={storeListMessages.search}
          defaultValue={search}
          maxLength={100}
        />
      </div>
      <Button type="submit" color="white">
        {storeListMessages.searchButton}
      </Button>
    </Form>
  )
}

function StorePages({ loaded }: StoreListProps) {
  const { record, page, search } = loaded
  const location = useLocation()
  const { next, previous, total, totalIsCapped, from } = page.page
  if (next === null && previous === null) return null
  const all = messages.list.total(total, totalIsCapped)
  const buildPageUrl = (after: string) =>
    buildStoreListPanelUrl(location, record.id, { [searchParam]: search, [afterParam]: after })
  const rows = page.data.length
  return (
    <nav className={styles.pages} aria-label={storeListMessages.pages}>
      <p aria-live="polite">
        {from ? storeListMessages.range(from, from + rows - 1, all) : formatNumber(rows)}
      </p>
      <span className={styles.steps}>
        {previous !== null && (
          <ButtonLink to={buildPageUrl(previous)} color="white" size="small" preventScrollReset>
            {storeListMessages.previous}
          </ButtonLink>
        )}
        {next !== null && (
          <ButtonLink to={buildPageUrl(next)} color="white" size="small" preventScrollReset>
            {storeListMessages.next}
          </ButtonLink>
        )}
      </span>
    </nav>
  )
}

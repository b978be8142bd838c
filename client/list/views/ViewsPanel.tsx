import { useEffect, useEffectEvent, useRef } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import { Form, useLocation } from 'react-router'
import { buildListUrl, withPanel } from '#shared/engine/list/listView.ts'
import type { SavedView } from '#shared/engine/list/views.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { messages } from '#shared/messages.ts'
import { joinSentences } from '#shared/format/sentences.ts'
import { stayParam } from '#client/form/handleForm.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { Panel } from '#client/form/Panel.tsx'
import { FailureText } from '#client/form/PanelFailure.tsx'
import { Button } from '#client/ui/Button.tsx'
import { Select } from '#client/ui/inputs/Select.tsx'
import { Switch } from '#client/ui/inputs/Switch.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import type { PanelProps } from '../panels/definePanels.ts'
import { canSaveView } from '../viewTabs.ts'
import { viewIntents } from './viewIntents.ts'
import { viewsMessages } from './messages.ts'
import * as panel from '#client/form/Panel.css.ts'
import * as styles from './Views.css.ts'

/**
 * Renders the form that saves what the list shows as a view, and the saved views, which are
 * renamed, shared, ordered, and deleted here.
 */
function ViewsPanel(props: PanelProps) {
  const { resource, view, data, refused } = props
  const { views = [] } = data
  const shown = withPanel(view, null)
  const isNew = canSaveView(resource, shown, views)
  const [heading, focusListeners] = useViewsFocus(views)
  const errorTexts = Object.values(refused?.errors ?? {})
  return (
    <Panel title={viewsMessages.title} close={buildListUrl(resource, shown)}>
      <div className={panel.body}>
        {refused?.failure && <FailureText failure={refused.failure} />}
        {refused && !refused.intent.startsWith('save') && errorTexts.length > 0 && (
          <p className={panel.refusal} role="alert">
            {joinSentences(errorTexts)}
          </p>
        )}
        {view.selectedIds && <SaveSelectionForm {...{ view, data, refused }} />}
        {view.selectedIds ? null : isNew ? (
          <SaveViewForm {...{ views, data, refused }} />
        ) : (
          <p>{viewsMessages.same}</p>
        )}
        <section aria-label={viewsMessages.yours} {...focusListeners}>
          <h3 ref={heading} className={styles.head} tabIndex={-1}>
            {viewsMessages.yours}
          </h3>
          {views.length === 0 && <p>{viewsMessages.none}</p>}
          <ul className={styles.list}>
            {views.map((one, at) => (
              <SavedViewItem key={one.id} one={one} {...{ at, views, data }} />
            ))}
          </ul>
        </section>
      </div>
    </Panel>
  )
}

/**
 * Restores the focus to a view that was moved or renamed; after a deletion, moves it to the
 * heading.
 */
function useViewsFocus(views: readonly SavedView[]) {
  const heading = useRef<HTMLHeadingElement>(null)
  const last = useRef<HTMLElement>(null)
  const shown = views.map(({ id, name }) => `${id} ${name}`).join()
  const restore = useEffectEvent((_shown: string) => {
    const successor = document.getElementById(last.current?.id ?? '')
    for (const target of [successor, last.current, heading.current])
      if (document.activeElement === document.body) target?.focus({ preventScroll: true })
  })
  useEffect(() => restore(shown), [shown])
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    last.current = target
  }
  return [heading, { onFocus }] as const
}

/** The API's own limit. A longer name gets an error instead of being cut. */
const viewNameRules = 'max:60'

type SavedViewsProps = Pick<PanelProps, 'data'> & { views: readonly SavedView[] }

function ViewForm({
  intent,
  writeKey,
  stays = true,
  children,
}: {
  intent: string
  writeKey: string
  stays?: boolean
  children: ReactNode
}) {
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action={pathname + search} className={styles.form} preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="writeKey" value={writeKey} />
      {stays && <input type="hidden" name={stayParam} value="1" />}
      {children}
    </Form>
  )
}

type NewViewProps = {
  answer: RejectedForm | undefined
  /** The value that the view saves, whose error is shown at the name. */
  contents: 'address' | 'selection'
}

/** Renders the name of a new view, and whether it's shared. */
function NewViewFields({ answer, contents }: NewViewProps) {
  return (
    <>
      <TextInput
        id="view-name"
        name="name"
        label={viewsMessages.name}
        rules={viewNameRules}
        defaultValue={String(answer?.values['name'] ?? '')}
        error={answer?.errors['name'] ?? answer?.errors[contents]}
      />
      <Switch id="view-shared" name="shared" label={viewsMessages.share} />
    </>
  )
}

function SaveViewForm({
  views,
  data,
  refused,
}: SavedViewsProps & { refused: RejectedForm | undefined }) {
  const answer = refused?.intent === 'save' ? refused : undefined
  const ownViews = views.filter(({ mine, saved }) => mine && !saved)
  return (
    <section aria-label={viewsMessages.saved}>
      <h3 className={styles.head}>{viewsMessages.saved}</h3>
      <ViewForm intent="save" writeKey={data.writeKey} stays={false}>
        <div className={styles.fields}>
          <NewViewFields answer={answer} contents="address" />
          {ownViews.length > 0 && (
            <Select
              id="view-instead"
              name="instead"
              label={viewsMessages.instead}
              options={ownViews.map(({ id, name }) => ({ value: String(id), label: name }))}
              emptyLabel={viewsMessages.aNew}
            />
          )}
          <Button type="submit">{viewsMessages.keep}</Button>
        </div>
      </ViewForm>
    </section>
  )
}

function SaveSelectionForm({ view, data, refused }: Pick<PanelProps, 'view' | 'data' | 'refused'>) {
  const answer = refused?.intent === 'saveSelection' ? refused : undefined
  const { total, totalIsCapped } = data.page
  const count = Array.isArray(view.selectedIds)
    ? formatNumber(view.selectedIds.length)
    : messages.list.total(total, totalIsCapped)
  const title = viewsMessages.selection(count)
  return (
    <section aria-label={title}>
      <h3 className={styles.head}>{title}</h3>
      <ViewForm intent="saveSelection" writeKey={`${data.writeKey}-selection`} stays={false}>
        <div className={styles.fields}>
          <NewViewFields answer={answer} contents="selection" />
          <Button type="submit">{viewsMessages.keepSelection}</Button>
        </div>
      </ViewForm>
    </section>
  )
}

function SavedViewItem({ one, at, views, data }: SavedViewsProps & { one: SavedView; at: number }) {
  const { id, name, mine, shared, isDefault, why, saved, count } = one
  const key = `${data.writeKey}-${id}`
  const ids = views.map((other) => other.id).join(',')
  return (
    <li className={styles.kept}>
      {mine ? (
        <ViewForm intent="rename" writeKey={key}>
          <input type="hidden" name="id" value={id} />
          <div className={styles.name}>
            <TextInput
              key={name}
              id={`view-${id}`}
              name="name"
              label={viewsMessages.nameOf(name)}
              rules={viewNameRules}
              defaultValue={name}
            />
            <Button type="submit" color="white">
              {viewsMessages.rename}
            </Button>
          </div>
        </ViewForm>
      ) : (
        <p>
          <strong>{name}</strong> <span className={styles.soft}>{viewsMessages.theirs}</span>
        </p>
      )}
      {saved && count && count.total < saved && (
        <p className={styles.soft}>
          {viewsMessages.someLeft(formatNumber(count.total), formatNumber(saved))}
        </p>
      )}
      {why !== null && <p className={styles.why}>{viewsMessages.misfit(why)}</p>}
      <div className={styles.tools}>
        <ViewForm intent="move" writeKey={`${key}-move`}>
          <input type="hidden" name="ids" value={ids} />
          {(['up', 'down'] as const).map((direction) => (
            <Button
              key={direction}
              type="submit"
              size="small"
              color="white"
              name="move"
              value={`${id}:${direction}`}
              aria-label={viewsMessages[direction](name)}
              disabled={at === (direction === 'up' ? 0 : views.length - 1)}
            >
              {direction === 'up' ? '↑' : '↓'}
            </Button>
          ))}
        </ViewForm>
        <ViewForm intent="begin" writeKey={`${key}-begin`}>
          <input type="hidden" name="id" value={isDefault ? 0 : id} />
          <Button
            type="submit"
            size="small"
            color="white"
            aria-label={isDefault ? viewsMessages.beginNotOf(name) : viewsMessages.beginOf(name)}
          >
            {isDefault ? viewsMessages.beginNot : viewsMessages.begin}
          </Button>
        </ViewForm>
        {mine && (
          <>
            <ViewForm intent="share" writeKey={`${key}-share`}>
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="shared" value={String(!shared)} />
              <Button type="submit" size="small" color="white">
                {shared ? viewsMessages.unshare : viewsMessages.shareIt}
              </Button>
            </ViewForm>
            {!saved && (
              <DeleteViewForm one={one} writeKey={key}>
                <Button
                  type="submit"
                  size="small"
                  color="white"
                  aria-label={viewsMessages.removeOf(name)}
                >
                  {viewsMessages.remove}
                </Button>
              </DeleteViewForm>
            )}
          </>
        )}
      </div>
      {mine && saved && (
        <details>
          <summary aria-label={messages.addEllipsis(viewsMessages.removeOf(name))}>
            {messages.addEllipsis(viewsMessages.remove)}
          </summary>
          <div className={styles.question}>
            <p>{viewsMessages.removeSelection(name, saved)}</p>
            <DeleteViewForm one={one} writeKey={key}>
              <Button type="submit" size="small" color="error">
                {viewsMessages.removeOf(name)}
              </Button>
            </DeleteViewForm>
          </div>
        </details>
      )}
    </li>
  )
}

function DeleteViewForm({
  one: { id, name },
  writeKey,
  children,
}: {
  one: SavedView
  writeKey: string
  children: ReactNode
}) {
  return (
    <ViewForm intent="remove" writeKey={`${writeKey}-remove`}>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="called" value={name} />
      {children}
    </ViewForm>
  )
}

export const viewsPanel = { Panel: ViewsPanel, intents: viewIntents, load: null }

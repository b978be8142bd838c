import { useSelector } from '@xstate/react'
import { Form } from 'react-router'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { attentionItems, getAlertAction } from '#shared/areas/alerts/attentionItems.ts'
import { messages } from '#shared/messages.ts'
import { formatNumber } from '#shared/format/numbers.ts'
import { Status } from '#client/frame/index.ts'
import { useActors, useCan } from '#client/runtime/ConsoleContext.tsx'
import type { PageFailure } from '#client/runtime/failures.ts'
import { formatPageFailure } from '#client/runtime/formatError.ts'
import type { RejectedForm } from '#client/form/handleForm.ts'
import { ButtonLink } from '#client/ui/Button.tsx'
import { Instant } from '#client/ui/Instant.tsx'
import { Link } from '#client/ui/Link.tsx'
import { Menu, MenuEntryButton, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import * as glyph from '#client/ui/glyph.css.ts'
import { useLastActionData } from '#client/runtime/useLastActionData.ts'
import { useAlertPanelUrl } from './DashboardAlertPanel.tsx'
import { dashboardLinks } from '../dashboardLinks.ts'
import { alertPanelNames, isAlertPanel } from '../dashboardView.ts'
import { dashboardMessages } from '../messages.ts'
import * as layout from '../layout.css.ts'
import * as styles from './AlertSection.css.ts'

/** The alerts shown on the dashboard, and the total number. */
export type OpenAlerts = { items: AnyRecord[]; total: number; writeKey: string }

/** The list of open alerts. */
const openAlertsUrl = `${attentionItems.path}&filter[state][eq]=open`

const alertTones: Record<string, 'bad' | 'warn'> = { incident: 'bad', integration: 'bad' }

/**
 * Lists the alerts of all stores, most severe first, each with a link to its fix (screens.md,
 * Dashboard).
 */
export function AlertSection({ attention }: { attention: OpenAlerts | PageFailure }) {
  const answer = useLastActionData<RejectedForm>()
  // A panel shows its own failure.
  const failure = isAlertPanel(answer?.intent) ? undefined : answer?.failure
  if ('code' in attention)
    return attention.code === 'not_offered' ? null : (
      <p className={layout.soft}>{formatPageFailure(attention)}</p>
    )
  const { items, total, writeKey } = attention
  return (
    <section aria-labelledby="attention" className={layout.section}>
      <div className={styles.head}>
        <h2 id="attention" className={layout.title}>
          {dashboardMessages.attention.title}{' '}
          {total > 0 && <span className={layout.soft}>{formatNumber(total)}</span>}
        </h2>
        {total > items.length && (
          <Link to={openAlertsUrl}>{dashboardMessages.attention.all(formatNumber(total))}</Link>
        )}
      </div>
      {failure && (
        <p role="alert" className={styles.failure}>
          {formatPageFailure(failure)}
        </p>
      )}
      {items.length === 0 ? (
        <p className={layout.soft}>{dashboardMessages.attention.none}</p>
      ) : (
        <ol className={styles.items}>
          {items.map((item) => (
            <AlertItem key={item.id} item={item} writeKey={writeKey} />
          ))}
        </ol>
      )}
    </section>
  )
}

function AlertItem({ item, writeKey }: { item: AnyRecord; writeKey: string }) {
  const can = useCan()
  const buildPanelUrl = useAlertPanelUrl()
  const self = useSelector(useActors().session, ({ context }) => Number(context.user?.id))
  const title = String(item['title'])
  const { id, kind, detail, since, fix, ownerId, labels } = item
  const storeIds = item['storeIds']
  const owner = labels?.['ownerId']
  const isMine = ownerId === self
  const action = getAlertAction(kind)
  return (
    <li className={styles.item} data-row={item.id}>
      <div className={styles.summary}>
        <Status tone={alertTones[String(kind)] ?? 'warn'}>
          <Link to={String(fix)} className={styles.title}>
            {title}
          </Link>
        </Status>
        <span className={styles.facts}>
          {typeof detail === 'string' && (
            <span className={styles.detail} title={detail}>
              {detail}
            </span>
          )}
          <span className={styles.since}>
            {Array.isArray(storeIds) && storeIds.length > 1 && (
              <span>
                <Link to={dashboardLinks.needingAttention(id)}>
                  {dashboardMessages.attention.stores(storeIds.length)}
                </Link>{' '}
              </span>
            )}
            {/* An expiration lies ahead, and its detail has the date. */}
            {kind !== 'expiry' && (
              <span className={styles.time}>
                {dashboardMessages.attention.since} <Instant at={String(since)} />
              </span>
            )}
            {(isMine || owner) && (
              <span>
                {isMine
                  ? dashboardMessages.attention.yours
                  : dashboardMessages.attention.theirs(String(owner))}
              </span>
            )}
          </span>
        </span>
      </div>
      <ButtonLink
        to={String(fix)}
        size="small"
        color="white"
        aria-label={dashboardMessages.attention.actionsFor[action](title)}
      >
        {dashboardMessages.attention.actions[action]}
      </ButtonLink>
      {can(attentionItems, 'write') && (
        <Form method="post" className={styles.more} preventScrollReset>
          <input type="hidden" name="id" value={item.id} />
          <input type="hidden" name="title" value={title} />
          <input type="hidden" name="ownerId" value={String(ownerId ?? '')} />
          <input type="hidden" name="writeKey" value={`${writeKey}-${item.id}`} />
          <Menu
            label={dashboardMessages.attention.more(title)}
            look="icon"
            align="end"
            face={<span className={glyph.more} />}
          >
            <MenuList>
              {([isMine ? 'release' : 'take', 'snooze'] as const).map((intent) => (
                <MenuEntryButton key={intent} type="submit" name="intent" value={intent}>
                  {dashboardMessages.attention[intent]}
                </MenuEntryButton>
              ))}
              {alertPanelNames.map((panel) => (
                <MenuLink key={panel} to={buildPanelUrl(panel, item.id)} preventScrollReset>
                  {panel === 'comments'
                    ? dashboardMessages.attention.comments
                    : messages.addEllipsis(dashboardMessages.attention[panel])}
                </MenuLink>
              ))}
            </MenuList>
          </Menu>
        </Form>
      )}
    </li>
  )
}

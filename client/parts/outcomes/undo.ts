import type { NotificationInput } from '#machines/notifications.ts'
import { formatInstant } from '#shared/format/dates.ts'
import { formatActor } from '#shared/engine/actors.ts'
import type { Api } from '#shared/engine/api.ts'
import type { RecordLink } from '#shared/engine/recordLink.ts'
import { sendUndo } from '#shared/engine/undo.ts'
import type { Undo } from '#shared/engine/undo.ts'
import {
  focusTargetOrHeading,
  findRowLink,
  findRowElement,
} from '#client/ui/focus/focusTargetOrHeading.ts'
import { getConflict } from '#client/frame/index.ts'
import { formatError } from '#client/runtime/formatError.ts'
import type { UndoContext, UndoableNotification } from '#client/shell/undoPart.ts'
import { undoMessages } from './undoMessages.ts'

async function runUndo(
  api: Api,
  { undo, link, zone }: { undo: Undo; link?: RecordLink | undefined; zone: string },
): Promise<NotificationInput> {
  const name = link?.name ?? ''
  const createMessage = (
    type: NotificationInput['type'],
    text: string,
    linkName = name,
  ): NotificationInput => ({
    type,
    text,
    ...(link ? { link: { ...link, name: linkName } } : {}),
  })
  try {
    const result = await sendUndo(api, undo)
    const previousName = undo.was ?? name
    return createMessage('success', result ?? undoMessages.done(previousName), previousName)
  } catch (error) {
    const current = getConflict(error)
    const failed = link?.to === '' ? undoMessages.stillDeleted : undoMessages.failed
    if (!current) return createMessage('error', failed(name, formatError(error, name)))
    const when = formatInstant(current.updatedAt, zone)
    return createMessage('error', undoMessages.changed(name, formatActor(current.updatedBy), when))
  }
}

/**
 * Runs a notification's Undo: closes the notification, shows the result, and reloads the page's
 * data.
 */
export async function undoFromNotification(
  { id, undo, link }: UndoableNotification,
  { api, zone, pathname, notifications, revalidate }: UndoContext,
): Promise<void> {
  const notification = await runUndo(api, { undo, link, zone })
  // The button disappears, so focus moves to the page first.
  document.getElementById('content')?.focus({ preventScroll: true })
  notifications.send({ type: 'notification.close', id })
  notifications.send({ type: 'notification.show', notification })
  await revalidate()
  await focusUndoneRecord(link, pathname)
}

/**
 * React may render the new data a little later, so the row is looked for this often, at this
 * interval.
 */
const [looks, everyMs] = [10, 50]

/**
 * Focuses the restored record if the page lists it, else the page's heading, unless the operator
 * has moved the focus since.
 */
async function focusUndoneRecord(link: RecordLink | undefined, pathname: string): Promise<void> {
  const [path = ''] = link?.to.split('?') ?? []
  const isListed = path === '' || path === pathname || path === `${pathname}/${link?.id}`
  const findLink = () => (isListed ? findRowLink(findRowElement(link?.id)) : null)
  for (let attemptsLeft = isListed ? looks : 0; attemptsLeft > 0 && !findLink(); attemptsLeft--)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  const { activeElement, body } = document
  if (activeElement === body || activeElement?.id === 'content') focusTargetOrHeading(findLink())
}

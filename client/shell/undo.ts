import '../forms.ts'
import type { NotificationInput } from '#machines/notifications.ts'
import { formatInstant } from '#shared/dates.ts'
import type { Api } from '#shared/engine/api.ts'
import type { RecordLink } from '#shared/engine/recordLink.ts'
import { sendUndo } from '#shared/engine/undo.ts'
import type { Undo } from '#shared/engine/undo.ts'
import { focusRow } from '../ui/focusRow.ts'
import { conflictOf } from '../form/answerForm.ts'
import { reasonOf } from '../failureSentence.ts'

const say = {
  done: (name: string) => `Put back as it was: ${name}`,
  changed: (name: string, who: string, when: string) =>
    `${who} changed ${name} on ${when}. It stays as it is now.`,
  failed: (name: string, why: string) => `${name} stays as it is. ${why}`,
  stillDeleted: (name: string, why: string) => `${name} stays deleted. ${why}`,
}

export async function undone(
  api: Api,
  { undo, link, zone }: { undo: Undo; link?: RecordLink | undefined; zone: string },
): Promise<NotificationInput> {
  const name = link?.name ?? ''
  const message = (
    type: NotificationInput['type'],
    text: string,
    called = name,
  ): NotificationInput => ({
    type,
    text,
    ...(link ? { link: { ...link, name: called } } : {}),
  })
  try {
    await sendUndo(api, undo)
    const was = undo.was ?? name
    return message('success', say.done(was), was)
  } catch (error) {
    const current = conflictOf(error)
    const failed = link?.to === '' ? say.stillDeleted : say.failed
    if (!current) return message('error', failed(name, reasonOf(error, name)))
    const { updatedBy, updatedAt } = current
    return message('error', say.changed(name, updatedBy, formatInstant(updatedAt, zone)))
  }
}

/** Stands at what is as it was, where the page lists it, else at the page's heading; not where one went on meanwhile. */
export function standAtUndone(link: RecordLink | undefined, pathname: string): void {
  const { activeElement, body } = document
  if (activeElement !== body && activeElement?.id !== 'content') return
  const [at = ''] = link?.to.split('?') ?? []
  const isListed = at === '' || at === pathname || at === `${pathname}/${link?.id}`
  focusRow(isListed ? link?.id : undefined)
}

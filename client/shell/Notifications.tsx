import { useSelector } from '@xstate/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useRevalidator } from 'react-router'
import type { NotificationInput } from '#machines/notifications.ts'
import type { Undo } from '#shared/engine/undo.ts'
import { messages } from '#shared/messages.ts'
import { useActors, useApi, useTimeZone } from '../runtime/ConsoleContext.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { useTopDialog } from '../ui/focus/useTopDialog.ts'
import { undoPart } from './undoPart.ts'
import { positionNotifications } from './positionNotifications.ts'
import * as panel from '../form/Panel.css.ts'
import * as glyph from '../ui/glyph.css.ts'
import * as styles from './Notifications.css.ts'

type NotificationItem = NotificationInput & { id: string }

/**
 * Renders the notification area, top center (spec.md section 2). Everything except a success shows
 * the error icon (section 3).
 */
export function Notifications() {
  const { notifications } = useActors()
  const items = useSelector(notifications, (snapshot) => snapshot.context.items)
  const dialog = useTopDialog()
  const place = useNotificationPosition(items.length > 0)
  const area = (
    <section
      ref={place}
      className={styles.area}
      aria-label={messages.shell.notifications}
      aria-live="polite"
    >
      {items.map((item) => (
        <Notification key={item.id} item={item} />
      ))}
    </section>
  )
  return dialog ? createPortal(area, dialog) : area
}

const panelParts = {
  sheet: `.${panel.panel}`,
  content: `.${panel.body}`,
  spaceVariable: panel.notificationSpace,
}

/** Keeps notifications clear of titles, breadcrumbs, and open panels, wherever they are now. */
function useNotificationPosition(isShown: boolean) {
  const area = useRef<HTMLElement>(null)
  useLocation()
  useLayoutEffect(() =>
    isShown && area.current ? positionNotifications(area.current, panelParts) : undefined,
  )
  useEffect(() => {
    if (!isShown) return undefined
    const place = () => area.current && positionNotifications(area.current, panelParts)
    window.addEventListener('resize', place)
    window.addEventListener('scroll', place, { passive: true })
    return () => {
      window.removeEventListener('resize', place)
      window.removeEventListener('scroll', place)
    }
  }, [isShown])
  return area
}

const progressClass = `${styles.progress} ${glyph.refresh}`
const successClass = `${styles.good} ${glyph.check}`
const errorClass = `${styles.bad} ${glyph.failed}`

function Notification({ item }: { item: NotificationItem }) {
  const { notifications } = useActors()
  const { id, type, title, undo, undoAt, isProgress } = item
  const attention = useAttention((hasAttention) =>
    notifications.send({ type: 'notification.attention', id, given: hasAttention }),
  )
  return (
    <div className={styles.item} data-type={isProgress ? 'progress' : type} {...attention}>
      <span
        className={isProgress ? progressClass : type === 'success' ? successClass : errorClass}
      />
      <div className={styles.text}>
        {title && <strong>{title}</strong>}
        <NotificationText {...item} />
      </div>
      {undoAt && (
        <ButtonLink
          to={undoAt}
          size="small"
          color="white"
          aria-label={messages.shell.undoOf(item.link?.name ?? '')}
        >
          {messages.shell.undo}...
        </ButtonLink>
      )}
      {undo && <UndoButton item={item} undo={undo} />}
      <button
        type="button"
        className={`${styles.close} ${glyph.cross}`}
        aria-label={messages.shell.closeNotification}
        onClick={() => notifications.send({ type: 'notification.close', id })}
      />
    </div>
  )
}

function NotificationText({ text, link }: NotificationInput) {
  const nameIndex = link ? text.lastIndexOf(link.name) : -1
  if (!link?.to || nameIndex < 0) return <p>{text}</p>
  return (
    <p>
      {text.slice(0, nameIndex)}
      <Link to={link.to}>{link.name}</Link>
      {text.slice(nameIndex + link.name.length)}
    </p>
  )
}

const scriptFailedNotification = { type: 'error', text: messages.failures.chunk } as const

function UndoButton({ item, undo }: { item: NotificationItem; undo: Undo }) {
  const { notifications } = useActors()
  const via = { notifications, api: useApi(), zone: useTimeZone() }
  const page = { ...via, ...useRevalidator(), ...useLocation() }
  const [loading, setLoading] = useState(false)
  function putBack() {
    setLoading(true)
    undoPart.load().then(
      (code) => code.undoFromNotification({ ...item, undo }, page),
      () => {
        notifications.send({ type: 'notification.close', id: item.id })
        notifications.send({ type: 'notification.show', notification: scriptFailedNotification })
      },
    )
  }
  return (
    <Button
      size="small"
      color="white"
      loading={loading}
      aria-label={loading ? undefined : messages.shell.undoOf(item.link?.name ?? '')}
      onClick={putBack}
    >
      {messages.shell.undo}
    </Button>
  )
}

/** Reports true when an element gets the pointer or focus, and false once it has neither. */
function useAttention(onChange: (given: boolean) => void) {
  const sources = useRef(new Set<string>())
  const createStart = (what: string) => () => {
    sources.current.add(what)
    onChange(true)
  }
  const createEnd = (what: string) => () => {
    sources.current.delete(what)
    if (sources.current.size === 0) onChange(false)
  }
  return {
    onPointerEnter: createStart('pointer'),
    onPointerLeave: createEnd('pointer'),
    onFocus: createStart('focus'),
    onBlur: createEnd('focus'),
  }
}

import { useSelector } from '@xstate/react'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { messages } from '#shared/messages.ts'
import { useActors } from '../ConsoleContext.tsx'
import * as styles from './Notifications.css.ts'

/** The notification area, top centre (spec.md section 2). Whatever is not a success shows the error icon (section 3). */
export function Notifications() {
  const { notifications } = useActors()
  const items = useSelector(notifications, (snapshot) => snapshot.context.items)
  return (
    <section className={styles.area} aria-label={messages.shell.notifications} aria-live="polite">
      {items.map((item) => (
        <div key={item.id} className={styles.item} data-type={item.type}>
          {item.type === 'success' ? (
            <CircleCheck size={18} className={styles.good} aria-hidden="true" />
          ) : (
            <CircleAlert size={18} className={styles.bad} aria-hidden="true" />
          )}
          <div className={styles.text}>
            {item.title && <strong>{item.title}</strong>}
            <p>{item.text}</p>
          </div>
          <button
            type="button"
            className={styles.close}
            aria-label={messages.shell.closeNotification}
            onClick={() => notifications.send({ type: 'notification.close', id: item.id })}
          >
            <X size={16} aria-hidden="true" />
          </button>
        </div>
      ))}
    </section>
  )
}

import { useEffect, useState } from 'react'
import { messages } from '#shared/messages.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import { isTyping } from '../ui/isTyping.ts'
import * as styles from './KeysHelp.css.ts'

/** `?` shows all keys of the console (screens.md, "Every list"). */
export function KeysHelp() {
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTyping(event.target)) setShown(true)
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
  if (!shown) return null
  const close = () => setShown(false)
  return (
    <Modal title={messages.keys.title} onClose={close}>
      <dl className={styles.keys}>
        {messages.keys.all.map(([key, does]) => (
          <div key={key} className={styles.row}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Button color="white" onClick={close}>
        {messages.keys.close}
      </Button>
    </Modal>
  )
}

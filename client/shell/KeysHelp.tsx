import { useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import { isTyping } from '../ui/isTyping.ts'
import * as styles from './Shell.css.ts'

const keysMessages = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  all: [
    ['Ctrl/Cmd K', 'Search or jump to'],
    ['/', 'Search the list'],
    ['j', 'Next row'],
    ['k', 'Previous row'],
    ['x', 'Select the row'],
    ['Enter', 'Open the row'],
    ['n', 'New record'],
    ['Ctrl/Cmd S', 'Save the form'],
    ['Escape', 'Close the panel'],
    ['?', 'Show these keys'],
  ],
} as const

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
    <Modal title={keysMessages.title} onClose={close}>
      <dl className={styles.keys}>
        {keysMessages.all.map(([key, does]) => (
          <div key={key} className={styles.row}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Button color="white" onClick={close}>
        {keysMessages.close}
      </Button>
    </Modal>
  )
}

import '../signedIn.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
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

/** All keys of the console (screens.md, "Every list"). */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Modal title={keysMessages.title} onClose={onClose}>
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
      <Button color="white" onClick={onClose}>
        {keysMessages.close}
      </Button>
    </Modal>
  )
}

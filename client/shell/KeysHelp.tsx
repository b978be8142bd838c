import '../signedIn.ts'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/Modal.tsx'
import * as styles from './Shell.css.ts'

const keysMessages = {
  title: 'Keyboard shortcuts',
  close: 'Close',
  all: [
    ['Ctrl/Cmd K', 'Search or jump to'],
    ['/', 'Search list'],
    ['j', 'Next row'],
    ['k', 'Previous row'],
    ['x', 'Select row'],
    ['Shift x', 'Select a range of rows'],
    ['Ctrl/Cmd A', 'Select all rows on the page'],
    ['Enter', 'Open row'],
    ['e', 'Edit row'],
    ['n', 'New record'],
    ['Ctrl/Cmd S', 'Save form'],
    ['Escape', 'Close panel'],
    ['?', 'Show keyboard shortcuts'],
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

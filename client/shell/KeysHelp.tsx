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
    ['Shift x', 'Select all from the row before'],
    ['Ctrl/Cmd A', 'Select the page'],
    ['Enter', 'Open the row'],
    ['e', 'Edit the row'],
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

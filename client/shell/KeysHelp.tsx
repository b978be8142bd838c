import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/dialogs/Modal.tsx'
import { keysMessages } from './keysMessages.ts'
import * as styles from './Shell.css.ts'

/** Lists all keys of the console (screens.md, "Every list"). */
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

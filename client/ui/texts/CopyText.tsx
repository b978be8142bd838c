import { useRef, useState } from 'react'
import { Button } from '../Button.tsx'
import { copyMessages } from './copyMessages.ts'
import * as styles from './CopyText.css.ts'

/**
 * Renders text to copy, with a button. Without JavaScript there is only the text, to be selected by
 * hand.
 */
export function CopyText({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false)
  const textElement = useRef<HTMLElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // The browser may deny clipboard access. The text is then selected for the copy shortcut.
      if (textElement.current) getSelection()?.selectAllChildren(textElement.current)
    }
  }

  return (
    <span className={styles.frame}>
      <code ref={textElement} className={styles.text}>
        {text}
      </code>
      <span className={styles.button}>
        <Button
          size="small"
          color="white"
          aria-label={copyMessages.copyOf(what)}
          onClick={() => void copy()}
        >
          {copied ? copyMessages.copied : copyMessages.copy}
        </Button>
      </span>
    </span>
  )
}

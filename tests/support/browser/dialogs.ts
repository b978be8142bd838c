/**
 * Adds the missing parts of `<dialog>` to jsdom (HTML Standard, "The dialog element"): a modal
 * dialog takes the focus, dispatches `cancel` on Escape, and restores the focus when it closes.
 */
export function addDialogs(): void {
  if (Object.hasOwn(HTMLDialogElement.prototype, 'showModal')) return
  const open: { dialog: HTMLDialogElement; before: Element | null }[] = []

  HTMLDialogElement.prototype.showModal = function showModal() {
    if (open.some(({ dialog }) => dialog === this)) return
    if (this.open) throw new DOMException('The dialog is open', 'InvalidStateError')
    const before = document.activeElement
    this.open = true
    open.push({ dialog: this, before })
    if (!this.contains(before)) this.querySelector<HTMLElement>('input, button')?.focus()
  }

  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return
    this.open = false
    const at = open.findIndex(({ dialog }) => dialog === this)
    const [closed] = at < 0 ? [] : open.splice(at, 1)
    if (closed?.before instanceof HTMLElement) closed.before.focus()
    // Browsers dispatch the event later, too.
    queueMicrotask(() => this.dispatchEvent(new Event('close')))
  }

  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    const top = open.at(-1)?.dialog
    if (key !== 'Escape' || !top || defaultPrevented) return
    if (top.dispatchEvent(new Event('cancel', { cancelable: true }))) top.close()
  })
}

/*
 * Modules shared by the entry and by screens. The sign-in page and the frame import this file, and
 * so does every screen through the frame. esbuild puts modules that the same set of entries reaches
 * into one chunk, so this is one chunk.
 */
import 'react-dom'
import '#shared/engine/fields/fields.ts'
import '#shared/navigation/menu.ts'
import '#shared/navigation/passwordUrl.ts'
import '#shared/engine/platformCalls.ts'
import '#shared/engine/fields/textRules.ts'
import '../app.tsx'
import '../runtime/failures.ts'
import '../shell/RouteFailure.tsx'
import '../shell/paletteKey.ts'
import '../shell/RootLayout.tsx'
import '../styles/global.css.ts'
import '../ui/dialogs/Menu.tsx'
import '../ui/dialogs/Modal.tsx'
import '../ui/StateMessage.tsx'
import '../ui/inputs/TextInput.tsx'
import '../ui/inputs/focusFirstInvalid.ts'
import '../ui/inputs/useCommittedChange.ts'
import '../ui/focus/useFocusRestoreHandlers.ts'

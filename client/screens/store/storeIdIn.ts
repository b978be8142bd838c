import { stores } from '#shared/resources/stores.ts'
import { failWith } from '#client/failures.ts'

/** The store that an address names; one that names none is answered with 404, and the platform is asked nothing. */
export const storeIdIn = ({ storeId = '' }: { storeId?: string | undefined }): number =>
  /^[1-9]\d{0,8}$/.test(storeId)
    ? Number(storeId)
    : failWith({ code: 'not_found', what: stores.title.one }, 404)

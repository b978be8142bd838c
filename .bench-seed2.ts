import { openEmbedded } from '/work/main/server/platform/database.ts'
import { migrate } from '/work/main/server/platform/migrations/index.ts'
import { demoData } from '/work/main/server/platform/seed/demoData.ts'
import { gathered, insertRows } from '/work/main/server/platform/seed/insert.ts'
import { withoutIndexes } from '/work/main/server/platform/seed/indexes.ts'
import { seedSizes } from '/work/main/server/platform/seed/seedSize.ts'
import { sql } from '/work/main/node_modules/kysely/dist/index.js'
const next=Object.fromEntries(['organisations','stores','memberGroups','members','orders','paymentAttempts','creditEntries','giftCards'].map(n=>[n,1])) as any
const {db,close}=await openEmbedded({folder:'/tmp/s/db'+process.pid})
await migrate(db); 
await db.transaction().execute(async trx=>{
 const stamp={createdAt:new Date().toISOString(),createdBy:'x',updatedAt:new Date().toISOString(),updatedBy:'x'}
 const same:any={organisations:stamp,memberGroups:stamp,members:{createdBy:'x',updatedBy:'x'}}
 const times:any={}
 let a=performance.now()
 const back=await withoutIndexes(trx)
 times.drop=performance.now()-a
 a=performance.now()
 for(const b of gathered(demoData({seed:7,now:new Date(),size:seedSizes.full,next,themes:[],taken:new Set()}))){
  times.gen=(times.gen??0)+performance.now()-a; a=performance.now()
  await insertRows(trx,b,same[b.table])
  times[b.table]=(times[b.table]??0)+performance.now()-a; a=performance.now()
 }
 await back(); times.index=performance.now()-a; a=performance.now()
 await sql`analyze`.execute(trx); times.analyze=performance.now()-a
 console.log(times)
})
await close()

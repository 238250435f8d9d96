import { CardSkeleton } from '../item-grid.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ItemFields } from './item-fields.tsx'
import { emptyForm } from './item-form.ts'
import './item-editor.css'
import '../catalogue.css'

/** The editor of an item while it is loading: the same fields, and boxes for the card and the buttons. */
export const ItemSkeleton = () => (
  <Loading label="Loading item…" className="item-editor">
    <fieldset disabled className="item-form item-form-loading">
      <ItemFields
        form={emptyForm}
        errors={{}}
        categories={[]}
        editorKey={null}
        onChange={() => undefined}
        onUploading={() => undefined}
      />
      <div className="save-bar">
        <Skeleton className="h-10 w-34 max-wide:h-11" />
        <Skeleton className="h-10 w-22 max-wide:h-11" />
      </div>
    </fieldset>
    <div className="card-preview">
      <p className="eyebrow mb-2">Preview</p>
      <div className="item-grid">
        <CardSkeleton />
      </div>
    </div>
  </Loading>
)

import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import styles from './combobox.module.css';
import { TextField } from './field';
import { Icon, type IconName } from '../icon';
import hidden from '../visually-hidden.module.css';

export interface ComboboxOption {
  key: string;
  label: string;
}

const never = () => () => undefined;

/** The field has the focus, not the active option: the browser does not scroll to it by itself. */
const intoView = (option: HTMLElement | null) => {
  option?.scrollIntoView({ block: 'nearest' });
};

/**
 * A text field with suggestions while the user types (ARIA 1.2 combobox with a list). Without scripts it is a plain
 * text field. The typed text is always valid; an option is only a shortcut.
 */
export function Combobox<Option extends ComboboxOption>({
  name,
  label,
  icon,
  placeholder,
  initial,
  options,
  listLabel,
  announcement,
  onText,
  onPick,
}: {
  name: string;
  label: string;
  icon: IconName;
  placeholder: string;
  initial?: string;
  options: readonly Option[];
  listLabel: string;
  /** Says the number of options to screen readers. */
  announcement: (count: number) => string;
  onText: (text: string) => void;
  onPick: (option: Option) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const awake = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const shown = open && options.length > 0;
  const listId = `${name}-options`;

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const suggest = (text: string) => {
    onText(text);
    setOpen(true);
    setActive(-1);
  };
  // On a slow connection, somebody may have typed before this script arrived.
  const suggestEarlyText = useEffectEvent(() => {
    const { current: field } = input;
    if (field && field === document.activeElement && field.value !== (initial ?? '')) suggest(field.value);
  });
  useEffect(() => suggestEarlyText(), []);
  const pick = (option: Option) => {
    if (input.current) input.current.value = option.label;
    onPick(option);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((index) => ((index + step + 1 + options.length + 1) % (options.length + 1)) - 1);
    } else if (event.key === 'Escape' && shown) {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter' && shown && options[active]) {
      event.preventDefault();
      pick(options[active]);
    }
  };
  const aria = awake && {
    role: 'combobox',
    'aria-autocomplete': 'list' as const,
    'aria-expanded': shown,
    'aria-controls': listId,
    'aria-activedescendant': shown && active >= 0 ? `${listId}-${active}` : undefined,
  };
  return (
    <div className={styles.combobox}>
      <TextField
        {...aria}
        ref={input}
        label={label}
        name={name}
        defaultValue={initial}
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => suggest(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <span className={styles.icon}>
        <Icon name={icon} />
      </span>
      <span className={hidden.hidden} role="status">
        {shown ? announcement(options.length) : ''}
      </span>
      {shown && (
        <div className={styles.list} id={listId} role="listbox" aria-label={listLabel}>
          {options.map((option, index) => (
            <div
              key={option.key}
              ref={index === active ? intoView : undefined}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // The field keeps the focus, so that the list does not close before the click.
              onMouseDown={(event) => event.preventDefault()}
              onKeyDown={onKeyDown}
              onClick={() => pick(option)}
            >
              {option.label}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

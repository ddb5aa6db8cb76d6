/** Buttons: quiet as text until they are pointed at, except the one thing to do next. */
import type { ButtonHTMLAttributes, Ref } from "react";
import "./button.css";
import { Icon, type IconName } from "./Icon";

type Plain = Omit<ButtonHTMLAttributes<HTMLButtonElement>, "className">;

export interface ButtonProps extends Plain {
  /** The one thing to do next. */
  primary?: boolean;
  /** Something is lost by it. */
  danger?: boolean;
  /** As wide as its surroundings. */
  wide?: boolean;
  icon?: IconName;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ primary, danger, wide, icon, children, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className="tg-button"
      data-primary={primary || undefined}
      data-danger={danger || undefined}
      data-wide={wide || undefined}
    >
      {icon && <Icon name={icon} size={18} />}
      <span className="tg-button-text">{children}</span>
    </button>
  );
}

export interface IconButtonProps extends Omit<Plain, "children" | "aria-label"> {
  icon: IconName;
  /** What it does, read aloud and shown when pointed at. */
  label: string;
  size?: number;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, size = 20, type = "button", ...rest }: IconButtonProps) {
  return (
    <button title={label} {...rest} type={type} className="tg-icon-button" aria-label={label}>
      <Icon name={icon} size={size} />
    </button>
  );
}
